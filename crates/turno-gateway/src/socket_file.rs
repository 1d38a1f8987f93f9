//! The file of a Unix-domain socket: only its owner may use it, and it goes when the daemon ends.

use std::{
    fs, io,
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
};

use tokio::net::{UnixListener, UnixStream};

use crate::bind_error::BindError;

/// The longest path that the system takes for a socket, in bytes.
const PATH_BYTES_MAX: usize = 107;

/// A listening socket and its file.
#[derive(Debug)]
pub struct SocketFile {
    pub(crate) listener: UnixListener,
    pub(crate) path: PathBuf,
}

impl SocketFile {
    /// Listens at `path`. The file of a daemon that ended without removing it is taken over; one that answers is not,
    /// and neither is a file that is no socket.
    ///
    /// # Errors
    /// [`BindError`], which says what to do.
    pub async fn bind(path: &Path) -> Result<Self, BindError> {
        let told = |cause: io::Error| BindError::Socket { path: path.to_owned(), cause };
        let bytes = path.as_os_str().len();
        if bytes > PATH_BYTES_MAX {
            return Err(BindError::PathTooLong { path: path.to_owned(), bytes });
        }
        match fs::symlink_metadata(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => return Err(told(cause)),
            Ok(found) if !found.file_type().is_socket() => {
                return Err(BindError::NotASocket { path: path.to_owned() });
            }
            Ok(_) => {
                if UnixStream::connect(path).await.is_ok() {
                    return Err(BindError::SocketInUse { path: path.to_owned() });
                }
                fs::remove_file(path).map_err(told)?;
            }
        }
        let listener = UnixListener::bind(path).map_err(told)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(told)?;
        Ok(Self { listener, path: path.to_owned() })
    }

    /// The next connection.
    ///
    /// # Errors
    /// As the system gives them; the next call may succeed.
    pub async fn accept(&self) -> io::Result<UnixStream> {
        self.listener.accept().await.map(|(stream, _)| stream)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _gone_already = fs::remove_file(&self.path);
    }
}
