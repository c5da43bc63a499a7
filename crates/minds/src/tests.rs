//! Names; that minds play well is tested where there is a system to play, in `lab`.

use crate::{KINDS, kind};

#[test]
fn minds_go_by_their_names() {
    for known in KINDS {
        assert_eq!(kind(known.name), Ok(*known));
    }
    assert_eq!(kind("vetran").unwrap_err().to_string(), "unknown mind \"vetran\"; expected random or veteran");
    assert_eq!(kind("").unwrap_err().to_string(), "unknown mind \"\"; expected random or veteran");
    assert!(kind(&"x".repeat(1000)).unwrap_err().to_string().len() < 100);
}
