//! When a store that is being served is compacted.

/// When a store that is being served is compacted, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactionRule {
    /// A store is compacted where its files have grown to more than so many times what they took when they were new…
    pub growth_max: u64,
    /// …and so many bytes more. What they took is known after the first compaction; until then it counts as nothing.
    pub slack_bytes: u64,
    /// The files are looked at each so many rounds of commits.
    pub rounds_between_looks: u64,
    /// How many bytes of keys and values are copied per second at most; of the time, half is rest in any case.
    pub bytes_per_second_max: u64,
    /// A copy is given up before the disk's free space falls under so many bytes, which are the old database's.
    pub free_bytes_min: u64,
    /// After a copy that failed none is begun for so many seconds.
    pub retry_seconds: u64,
}

impl Default for CompactionRule {
    fn default() -> Self {
        Self {
            growth_max: 4,
            slack_bytes: 256 * 1_024 * 1_024,
            rounds_between_looks: 256,
            bytes_per_second_max: 16 * 1_024 * 1_024,
            free_bytes_min: 64 * 1_024 * 1_024,
            retry_seconds: 3_600,
        }
    }
}
