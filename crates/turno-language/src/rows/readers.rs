//! Each reader, and what it reads in the words of rows.

use super::{
    agreement::Got,
    context::{Context, Contexts, Reads},
    items,
};
use crate::{
    Act, Asked, Language, PieceReading, ReadContext, SlotReading, Sums, Text, VerdictReading, act_told_of,
    claim_of, denies_a_deed, is_for_somebody_else, joined_clauses, language_of_phone, marked_secret,
    piece_of_number, pieces_of_card, read_moment, read_number, read_piece, read_slots, read_tongue,
    read_verdict, requested_language, split_introduction, split_move, split_requests, without_courtesies,
    without_secrets,
};

/// What stands between the pieces of what is said.
const BETWEEN: &str = " | ";

/// Reads what is said in a context.
///
/// # Errors
/// Where the context is wrong, and how it should be.
pub(super) fn read(
    contexts: &Contexts,
    context: &Context,
    language: Language,
    said: &str,
) -> Result<Got, String> {
    let text = Text::of(said);
    Ok(match context.reads.unwrap_or(Reads::Values) {
        Reads::Values => {
            context.reading(contexts, language, |context| values(said, &read_slots(&text, context)))?
        }
        Reads::Pieces => context.reading(contexts, language, |context| pieces(said, context))?,
        Reads::Answer => {
            let act = context.act.unwrap_or(Act::Other);
            let units = &context.sums;
            context.reading(contexts, language, |context| {
                let sums = Sums { units, currency: "MXN" };
                let values = context.known;
                answer(&read_verdict(&text, &Asked { act, values, sums }, context))
            })?
        }
        Reads::Number => Got::word_or_nothing(read_number(said, language).map(|number| number.to_string())),
        Reads::Moment => moment(&text, language, &context.now()?),
        Reads::Requests => context.reading(contexts, language, |context| {
            let two = split_requests(&text, language, context.slots);
            Got::word_or_nothing(two.map(|two| two_of(&two.first, &two.rest)))
        })?,
        Reads::Moves => Got::word_or_nothing(split_move(&text).map(|(which, to)| two_of(&which, &to))),
        Reads::Clauses => {
            let all = joined_clauses(&text).into_iter();
            let all: Vec<String> = all.map(|(first, second)| two_of(&first, &second)).collect();
            Got::word_or_nothing(Some(all.join(" / ")).filter(|all| !all.is_empty()))
        }
        Reads::SomebodyElse => yes_or_no(is_for_somebody_else(&text, language)),
        Reads::Introduction => {
            let told = split_introduction(&text, language);
            Got::word_or_nothing(told.map(|told| two_of(&told.introduction, &told.rest)))
        }
        Reads::Tongue => tongue(&text),
        Reads::Phone => Got::word_or_nothing(language_of_phone(said).map(tag)),
        Reads::Claim => claim(&Text::plain(said)),
        Reads::Masked => {
            let masked = without_secrets(said);
            Got::word_or_nothing((masked != said).then(|| masked.trim().to_owned()))
        }
        Reads::Mark => Got::word_or_nothing(
            marked_secret(said).map(|(kind, rest)| two_of(&format!("{kind:?}").to_lowercase(), &rest)),
        ),
        Reads::CardPiece => Got::word_or_nothing(piece_of_number(said)),
        Reads::CardPieces => {
            let pieces: Vec<&str> = said.split(BETWEEN).collect();
            Got::word_or_nothing(pieces_of_card(&pieces).map(|count| count.to_string()))
        }
    })
}

fn two_of(first: &str, second: &str) -> String {
    format!("{first}{BETWEEN}{second}").trim().to_owned()
}

fn yes_or_no(is_so: bool) -> Got {
    Got::word(if is_so { "yes" } else { "no" })
}

fn tag(language: Language) -> String {
    language.tag().to_owned()
}

/// Each value must have been said.
fn values(utterance: &str, reading: &SlotReading) -> Got {
    let values = reading.values.iter().map(|value| {
        let is_said = !value.said.is_empty() && utterance.contains(&value.said);
        let unsaid = if is_said { "" } else { " (which nobody said)" };
        format!("{}: {}{unsaid}", value.slot, items::shown(&value.value))
    });
    let problems = reading
        .problems
        .iter()
        .map(|problem| format!("{}: {}", problem.slot, items::problem(&problem.kind, &problem.said)));
    Got { values: values.chain(problems).collect(), ..Got::default() }
}

/// What comes of pieces that are said one after the other: the value, or what was heard so far.
fn pieces(said: &str, context: &ReadContext<'_>) -> Got {
    let mut heard = String::new();
    for piece in said.split(BETWEEN) {
        let text = Text::of(piece);
        let reading = read_slots(&text, context);
        let piece = match read_piece(&heard, &text, &reading, context) {
            PieceReading::None => reading.values.into_iter().next().map(PieceReading::Whole),
            piece @ (PieceReading::Whole(_) | PieceReading::Part(_)) => Some(piece),
        };
        match piece {
            Some(PieceReading::Whole(value)) => return Got::word(items::shown(&value.value)),
            Some(PieceReading::Part(part)) => heard = part,
            Some(PieceReading::None) | None => {}
        }
    }
    Got::word_or_nothing(Some(format!("so far {heard}")).filter(|_| !heard.is_empty()))
}

fn answer(reading: &VerdictReading) -> Got {
    let named = Some(reading.named_slots.join(" and ")).filter(|named| !named.is_empty());
    let changes = reading.changes.values.iter();
    Got {
        word: Some(format!("{:?}", reading.verdict).to_lowercase()),
        beside: vec![
            ("named".into(), named),
            ("question".into(), reading.question.clone()),
            ("wish".into(), reading.wish.clone()),
        ],
        values: changes.map(|value| format!("{}: {}", value.slot, items::shown(&value.value))).collect(),
    }
}

fn moment(text: &Text, language: Language, now: &jiff::ZonedDateTime) -> Got {
    let Some(reading) = read_moment(text, language, now) else {
        return Got::default();
    };
    let part = reading.part.map(|part| format!("{}-{}", part.from_hour, part.until_hour));
    let hour = reading.time.map(|time| time.strftime("%H:%M").to_string());
    let found = [
        ("date", reading.date.map(|date| date.to_string())),
        ("time", hour),
        ("part", part),
        ("is", reading.is_range.then(|| "range".to_owned())),
        ("is", reading.is_impossible.then(|| "impossible".to_owned())),
    ];
    let found = found.into_iter();
    Got {
        values: found.filter_map(|(name, what)| what.map(|what| format!("{name}: {what}"))).collect(),
        ..Got::default()
    }
}

fn tongue(text: &Text) -> Got {
    let tongue = read_tongue(text);
    let request = requested_language(text).map(|request| {
        let more = if request.is_all { "" } else { " and more" };
        format!("{}{more}", request.language.tag())
    });
    let mut beside = vec![
        ("first words".into(), tongue.of_first_words().map(tag)),
        ("sentence".into(), tongue.of_sentence().map(tag)),
        ("all words".into(), tongue.of_all_words().map(tag)),
        ("asks for".into(), request),
    ];
    for language in Language::all() {
        let (tag, is_all) = (language.tag(), tongue.has_only_courtesies_of(language));
        let without = without_courtesies(text, language).said().trim().to_owned();
        beside.push((format!("only courtesies of {tag}").into(), Some(said_of(is_all))));
        beside.push((format!("without courtesies of {tag}").into(), Some(without)));
    }
    Got { beside, ..Got::default() }
}

fn said_of(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

fn claim(sentence: &Text) -> Got {
    let claim = claim_of(sentence).map(|claim| format!("{claim:?}").to_lowercase());
    let act = act_told_of(sentence).map(|act| format!("{act:?}").to_lowercase());
    Got {
        beside: vec![
            ("claims".into(), claim),
            ("act".into(), act),
            ("denies".into(), Some(said_of(denies_a_deed(sentence)))),
        ],
        ..Got::default()
    }
}
