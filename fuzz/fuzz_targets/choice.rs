#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fray_fuzz::choice(bytes));
