//! What can go wrong.

/// Lots that follow from a number.
#[derive(Debug)]
pub(super) struct Lots(u64);

impl Lots {
    pub(super) fn new(seed: u64) -> Lots {
        Lots(seed)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound.max(1) as u64) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mishap {
    /// SIGKILL, and started again.
    Kill,
    /// SIGTERM, and started again.
    Stop,
    /// SIGHUP: it begins anew by itself.
    Anew,
    /// SIGSTOP for a while.
    Freeze,
    /// No file may grow any more, for a while.
    FullDisk,
    /// Killed, and started again on a disk that fails by lot.
    BadDisk,
    /// Killed, and started again on a disk that is slow.
    SlowDisk,
    /// PostgreSQL is killed and stays away for a while.
    NoPostgres,
    /// Clients that say half a sentence and no more.
    Hang,
    /// Bytes that mean nothing, at the door and at the table.
    Rubbish,
    /// Clients that sit down and are gone.
    Vanish,
}

impl Mishap {
    pub(super) const IN_FILE: [Mishap; 10] = [
        Mishap::Kill,
        Mishap::Stop,
        Mishap::Anew,
        Mishap::Freeze,
        Mishap::FullDisk,
        Mishap::BadDisk,
        Mishap::SlowDisk,
        Mishap::Hang,
        Mishap::Rubbish,
        Mishap::Vanish,
    ];
    pub(super) const IN_POSTGRES: [Mishap; 9] = [
        Mishap::Kill,
        Mishap::Kill,
        Mishap::Anew,
        Mishap::Freeze,
        Mishap::BadDisk,
        Mishap::NoPostgres,
        Mishap::Hang,
        Mishap::Rubbish,
        Mishap::Vanish,
    ];

    pub(super) fn words(self) -> &'static str {
        match self {
            Mishap::Kill => "a server was killed",
            Mishap::Stop => "a server was stopped",
            Mishap::Anew => "a server began anew",
            Mishap::Freeze => "a server stood still",
            Mishap::FullDisk => "the disk was full",
            Mishap::BadDisk => "the disk failed by lot",
            Mishap::SlowDisk => "the disk was slow",
            Mishap::NoPostgres => "PostgreSQL was killed",
            Mishap::Hang => "clients hung",
            Mishap::Rubbish => "clients sent rubbish",
            Mishap::Vanish => "clients vanished",
        }
    }
}
