//! Where orders are delivered.

use turno_language::text::fold;

use crate::{
    OrderRules,
    answer::Answer,
    say::{Said, Voice},
};

/// Whether an address names one of the areas that are delivered to.
pub(super) fn is_in_area(rules: &OrderRules, address: &str) -> bool {
    let words_of = |text: &str| -> Vec<String> {
        let folded = fold(text);
        let words = folded.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let address = words_of(address);
    let names = |area: &String| {
        let area = words_of(area);
        !area.is_empty() && address.windows(area.len()).any(|words| words == area)
    };
    rules.areas.is_empty() || rules.areas.iter().any(names)
}

/// The refusal of an address that names none of them.
pub(super) fn outside_zone(voice: &Voice<'_>, rules: &OrderRules) -> Answer {
    let zone = if rules.zone.is_empty() {
        voice.either(&rules.areas)
    } else {
        rules.zone.clone()
    };
    let said = voice.pick(
        format!("Entregamos en {zone}, y con esa dirección no alcanzo a saber si queda ahí."),
        format!("We deliver in {zone}, and I can't tell whether that address is there."),
    );
    Answer::refused("outside_zone", &Said::same(said)).with("areas", rules.areas.clone())
}
