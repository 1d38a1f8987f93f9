//! Writes that fail for a while, without root: the system refuses to let a file of this process grow beyond a limit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// From now on no file of this process is written beyond so many bytes; none: as far as the disk goes.
pub fn limit_files(bytes: Option<u64>) {
    set(Resource::Fsize, bytes);
}

/// How many files this process may have open from now on.
pub fn limit_open_files(count: u64) {
    set(Resource::Nofile, Some(count));
}

fn set(resource: Resource, current: Option<u64>) {
    let maximum = getrlimit(resource).maximum;
    setrlimit(resource, Rlimit { current, maximum }).unwrap();
}
