//! A transport that answers from a cassette.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use similar::TextDiff;
use tokio::time::{Instant, sleep_until};

use super::{
    CassetteError,
    canonical::canonical,
    line::{Ending, Recorded, Timed, read_whole, written},
    redact::Redactor,
};
use crate::{
    chain::wait::later,
    transport::{HttpRequest, HttpResponse, Transport, TransportError},
};

/// A longer difference is cut.
const DIFFERENCE_CHARS_MAX: usize = 4_000;

/// A longer line is broken where it is shown.
const LINE_BYTES_MAX: usize = 160;

/// When the pieces of an answer come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Timing {
    /// At once.
    #[default]
    AtOnce,
    /// As they came when they were recorded, by tokio's clock.
    AsRecorded,
}

/// Answers requests from a cassette. It reaches nobody.
pub struct Player {
    path: PathBuf,
    recorded: Vec<Recorded>,
    /// By what counts of a request: those that are the same, in their order.
    places: BTreeMap<String, Vec<usize>>,
    given: Mutex<Given>,
    timing: Timing,
    redactor: Redactor,
}

#[derive(Default)]
struct Given {
    /// How many of the same request were given.
    times: BTreeMap<String, usize>,
    /// Which, in the order in which they were.
    order: Vec<usize>,
    /// What was asked in vain.
    misses: Vec<String>,
}

impl Player {
    /// Reads a cassette. `secrets` are those that a request may hold in its body: they are blanked as they were when it was
    /// recorded.
    ///
    /// # Errors
    /// [`CassetteError`] where the file cannot be read, or a line in it, as where the last one was cut short.
    pub fn open(
        path: &Path,
        timing: Timing,
        secrets: impl IntoIterator<Item = String>,
    ) -> Result<Self, CassetteError> {
        let recorded = read_whole(path)?;
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, request) in recorded.iter().enumerate() {
            let text = canonical(&request.method, &request.url, &request.body);
            places.entry(text).or_default().push(place);
        }
        Ok(Self {
            path: path.to_owned(),
            recorded,
            places,
            given: Mutex::default(),
            timing,
            redactor: Redactor::new(secrets),
        })
    }

    /// The recorded requests that nobody asked for, each as its id with its method and its address.
    pub fn left(&self) -> Vec<String> {
        let given = self.given();
        let mut left: Vec<usize> = self
            .places
            .iter()
            .flat_map(|(text, places)| places.iter().skip(given.times.get(text).copied().unwrap_or(0)))
            .copied()
            .collect();
        left.sort_unstable();
        left.iter()
            .filter_map(|place| self.recorded.get(*place))
            .map(|request| format!("{} {} {}", request.id, request.method, request.url))
            .collect()
    }

    /// What was asked and is not in it, each with what differs, in the order in which it was asked.
    pub fn misses(&self) -> Vec<String> {
        self.given().misses.clone()
    }

    /// How many answers were given.
    pub fn given_count(&self) -> usize {
        self.given().order.len()
    }

    /// Takes answers that were given after so many out of [`Self::given_as_cassette`]: they were not the wanted ones.
    pub fn disown_since(&self, count: usize) {
        self.given().order.truncate(count);
    }

    /// A cassette of what was given, in that order, with the timing that it had.
    pub fn given_as_cassette(&self) -> String {
        let given = self.given();
        let recorded = given.order.iter().filter_map(|place| self.recorded.get(*place));
        written(recorded)
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, request: &HttpRequest) -> Result<&Recorded, TransportError> {
        self.look_up(request).map_err(|miss| {
            self.given().misses.push(miss.clone());
            TransportError::NotRecorded(miss)
        })
    }

    fn look_up(&self, request: &HttpRequest) -> Result<&Recorded, String> {
        let redactor = self.redactor.with_those_of(request);
        let body = redactor.body(&request.body);
        let text = canonical(request.method.as_str(), &redactor.url(&request.url), &body);
        let Some(places) = self.places.get(&text) else {
            return Err(self.miss(&text));
        };
        let mut given = self.given();
        let count = given.times.entry(text).or_default();
        let place = places.get(*count);
        let found = place.and_then(|place| Some((*place, self.recorded.get(*place)?)));
        let (place, found) = found.ok_or_else(|| {
            let (path, times) = (self.path.display(), places.len());
            format!(
                "{path} has the answer to this request {times} times, and it was asked once more: record it anew"
            )
        })?;
        *count += 1;
        given.order.push(place);
        Ok(found)
    }

    /// Says what is different from the request that is most like it.
    fn miss(&self, text: &str) -> String {
        let path = self.path.display();
        let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let asked = first_line(text);
        let same_place = self.places.keys().filter(|other| first_line(other) == asked);
        let nearest = same_place
            .map(|other| (TextDiff::from_lines(other.as_str(), text).ratio(), other))
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((_, nearest)) = nearest else {
            let known: Vec<String> = self.places.keys().map(|other| first_line(other)).collect();
            return format!("{path} has no request {asked}; it has: {}", known.join(", "));
        };
        let place = self.places.get(nearest).and_then(|places| places.first());
        let id = place.and_then(|place| self.recorded.get(*place)).map_or("", |it| &it.id);
        let (recorded, asked) = (in_short_lines(nearest), in_short_lines(text));
        let difference = TextDiff::from_lines(&recorded, &asked);
        let mut unified = difference.unified_diff();
        let shown = unified.context_radius(3).header("recorded", "asked").to_string();
        let shown: String = shown.chars().take(DIFFERENCE_CHARS_MAX).collect();
        format!("{path} has no such request; the one that is most like it, {id}, differs:\n{shown}")
    }
}

#[async_trait]
impl Transport for Player {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let found = self.find(&request)?;
        respond(found, self.timing).await
    }
}

/// The answer as it was recorded.
pub(super) async fn respond(found: &Recorded, timing: Timing) -> Result<HttpResponse, TransportError> {
    let began = Instant::now();
    let due = |ms| match timing {
        Timing::AtOnce => began,
        Timing::AsRecorded => later(began, ms),
    };
    let Some(head) = &found.head else {
        let (ms, error) = match &found.ending {
            Some(Timed { ms, what: Ending::Failed(kind, message) }) => (*ms, kind.error(message)),
            Some(Timed { .. }) | None => (0, ended_early(&found.id)),
        };
        sleep_until(due(ms)).await;
        return Err(error);
    };
    sleep_until(due(head.ms)).await;
    let (status, headers) = &head.what;
    let mut pieces: Vec<(Instant, Result<Bytes, TransportError>)> =
        found.chunks.iter().map(|chunk| (due(chunk.ms), Ok(chunk.what.clone()))).collect();
    let last = found.ending.as_ref().map_or(0, |ending| ending.ms);
    match found.ending.as_ref().map(|ending| &ending.what) {
        Some(Ending::Whole) => {}
        Some(Ending::Failed(kind, message)) => pieces.push((due(last), Err(kind.error(message)))),
        Some(Ending::Dropped) | None => pieces.push((due(last), Err(ended_early(&found.id)))),
    }
    let body = stream::iter(pieces).then(|(due, piece)| async move {
        sleep_until(due).await;
        piece
    });
    Ok(HttpResponse {
        status: StatusCode::from_u16(*status).unwrap_or(StatusCode::OK),
        headers: header_map(headers),
        body: body.boxed(),
    })
}

/// A prompt is one line of JSON: broken behind its paragraphs and sentences, so that a difference shows what of it is another.
fn in_short_lines(text: &str) -> String {
    let mut broken = String::with_capacity(text.len());
    for line in text.lines() {
        if line.len() <= LINE_BYTES_MAX {
            broken += line;
        } else {
            broken += &line.replace("\\n", "\\n\n").replace(". ", ".\n ").replace("\\\",", "\\\",\n");
        }
        broken.push('\n');
    }
    broken
}

/// Whoever recorded it let go, or was killed.
fn ended_early(id: &str) -> TransportError {
    TransportError::BrokeOff(format!("the recording of {id} ends here: nobody waited for more"))
}

fn header_map(headers: &BTreeMap<String, String>) -> HeaderMap {
    headers
        .iter()
        .filter_map(|(name, value)| {
            Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
        })
        .collect()
}
