//! When a store that is being served is compacted.

/// When a store that is being served is compacted, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactionRule {
    /// A store is compacted where its files take more than so many times the keys and values in it…
    pub growth_max: u64,
    /// …and so many bytes more. What it holds is known from the last compaction; until the first it counts as nothing.
    pub slack_bytes: u64,
    /// Nor before the files are so many times what the last compaction left: what is written during a copy makes the new
    /// database large too, and one compaction after the other would help nobody.
    pub regrowth_min: u64,
    /// The files are looked at each so many rounds of commits…
    pub rounds_between_looks: u64,
    /// …and at the first round after so many seconds without a look, for a store that little is written to.
    pub seconds_between_looks: u64,
    /// How many bytes of keys and values are copied per second at most; a fifth of the time is rest in any case.
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
            regrowth_min: 2,
            rounds_between_looks: 256,
            seconds_between_looks: 10,
            bytes_per_second_max: 16 * 1_024 * 1_024,
            free_bytes_min: 64 * 1_024 * 1_024,
            retry_seconds: 3_600,
        }
    }
}

impl CompactionRule {
    /// What the files may take before a compaction, in bytes, where the last one copied `live_bytes` and left files of
    /// `bytes_at_first`.
    pub(super) fn allowed_bytes(&self, live_bytes: u64, bytes_at_first: u64) -> u64 {
        let grown = self.growth_max.saturating_mul(live_bytes);
        let regrown = self.regrowth_min.saturating_mul(bytes_at_first);
        grown.saturating_add(self.slack_bytes).max(regrown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1_024 * 1_024;

    #[test]
    fn a_copy_under_load_does_not_raise_for_ever_what_the_files_may_take() {
        let rule = CompactionRule::default();
        let mut at_first = 0;
        let mut highest = Vec::new();
        for _ in 0..10 {
            let allowed = rule.allowed_bytes(40 * MIB, at_first);
            // What is written while it is copied is left there too.
            at_first = 40 * MIB + 100 * MIB;
            highest.push(allowed / MIB);
        }
        assert_eq!(highest, [416; 10]);
    }

    #[test]
    fn files_that_a_load_makes_large_at_once_are_not_compacted_without_end() {
        let rule = CompactionRule::default();
        assert_eq!(rule.allowed_bytes(40 * MIB, 500 * MIB), 1_000 * MIB);
    }
}
