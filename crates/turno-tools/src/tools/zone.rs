//! Where orders are delivered.

use std::{collections::BTreeSet, sync::LazyLock};

use turno_business::{
    Business, Country, OrderRules,
    answer::Answer,
    say::{Said, Voice},
};

use super::places::{Place, folded_words, places_of};

/// Cities and states, by which an address is told to be elsewhere.
static CITIES: LazyLock<Vec<City>> = LazyLock::new(|| {
    let cities = Country::all().flat_map(|country| &country.cities);
    let cities = cities.filter_map(|names| {
        let told = names.first()?;
        let names = names.iter().map(|name| folded_words(name)).collect();
        Some(City { told, names })
    });
    cities.collect()
});

/// Words that a longer name of a place begins with.
static BEGIN_LONGER_NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let words = Country::all().flat_map(|country| &country.begin_longer_names);
    words.flat_map(|word| folded_words(word)).collect()
});

/// A city or a state.
struct City {
    /// The name that people are told.
    told: &'static str,
    /// The words of each of its names.
    names: Vec<Vec<String>>,
}

/// Whether an address is delivered to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reach {
    /// It names one of the areas.
    Inside,
    /// It names another city.
    OtherCity(&'static str),
    /// It names none of the areas.
    Unknown,
}

/// Whether an address is in one of the areas that are delivered to. A street that is called as one of them is none, and
/// an area of another city is another area.
pub(super) fn reach(business: &Business, rules: &OrderRules, address: &str) -> Reach {
    if rules.areas.is_empty() {
        return Reach::Inside;
    }
    let places = places_of(address);
    let areas: Vec<Vec<String>> = rules.areas.iter().map(|area| folded_words(area)).collect();
    let in_area = |place: &Place| areas.iter().any(|area| names(&place.words, area));
    let is_own = |city: &City| {
        let addresses = business.branches.iter().map(|branch| &branch.address);
        let own = addresses
            .chain([&business.address])
            .flat_map(|address| places_of(address))
            .map(|place| place.words);
        own.chain(areas.iter().cloned()).any(|place| city.names.iter().any(|name| place.ends_with(name)))
    };
    let other_city = |place: &Place| {
        // "Colonia Puebla" is no city; "colonia Roma, Puebla" is in one.
        if place.is_neighborhood && !in_area(place) {
            return None;
        }
        // "Estado de México" is not "México": the longest name tells.
        let said = |city: &City| {
            let said = city.names.iter().filter(|name| place.words.ends_with(name));
            said.map(Vec::len).max()
        };
        let named = CITIES.iter().filter_map(|city| Some((said(city)?, city)));
        let (_, city) = named.max_by_key(|(words, _)| *words).filter(|(_, city)| !is_own(city))?;
        Some(city.told)
    };
    match places.iter().find_map(other_city) {
        Some(city) => Reach::OtherCity(city),
        None if places.iter().any(in_area) => Reach::Inside,
        None => Reach::Unknown,
    }
}

/// Whether a place's words hold a name, and not as the end of a longer one: "Benito Juárez" is not "Juárez".
fn names(place: &[String], name: &[String]) -> bool {
    !name.is_empty()
        && place.windows(name.len()).enumerate().any(|(at, words)| {
            let before = at.checked_sub(1).and_then(|before| place.get(before));
            words == name && !before.is_some_and(|word| BEGIN_LONGER_NAMES.contains(word))
        })
}

/// The refusal of an address that is not delivered to.
pub(super) fn outside_zone(voice: &Voice<'_>, rules: &OrderRules, reach: &Reach) -> Answer {
    let zone = if rules.zone.is_empty() { voice.either(&rules.areas) } else { rules.zone.clone() };
    let said = match reach {
        Reach::OtherCity(city) => voice.say("order.other_city", &[("city", &city), ("zone", &zone)]),
        Reach::Inside | Reach::Unknown => voice.say("order.unknown_place", &[("zone", &zone)]),
    };
    Answer::refused("outside_zone", &Said::same(said)).with("areas", rules.areas.clone())
}

#[cfg(test)]
mod tests {
    use super::{Reach, reach};
    use turno_business::testkit::terraza;

    #[test]
    fn an_address_is_where_its_neighborhood_and_city_are() {
        let business = terraza();
        let rules = business.ordering.clone().unwrap();
        for (address, expected) in [
            ("Durango 45, colonia Roma Norte", Reach::Inside),
            ("calle Durango 45 Roma", Reach::Inside),
            ("Durango cuarenta y cinco, colonia Roma", Reach::Inside),
            ("Durango 45, Roma Norte, Ciudad de México", Reach::Inside),
            ("Durango 45 int 3, Roma Norte, 06700 CDMX", Reach::Inside),
            ("Puebla 50, Condesa", Reach::Inside),
            ("Monterrey 100 esquina con Querétaro, Roma Sur", Reach::Inside),
            ("Francisco Sosa 12, Coyoacán, México", Reach::Inside),
            ("Toluca 8, colonia Roma", Reach::Inside),
            ("Roma Norte", Reach::Inside),
            ("Viena 20, Juárez, Cuauhtémoc, CDMX", Reach::Inside),
            ("123 Durango Street, Condesa, Mexico City", Reach::Inside),
            ("Calle Roma 12, Toluca", Reach::OtherCity("Toluca")),
            ("Calle Roma 12 Toluca", Reach::OtherCity("Toluca")),
            ("Durango 45, colonia Roma, Monterrey", Reach::OtherCity("Monterrey")),
            ("colonia Condesa Puebla", Reach::OtherCity("Puebla")),
            ("Roma 12, Cholula, Puebla", Reach::OtherCity("Cholula")),
            ("Av. Vallarta 100, Guadalajara, Jalisco", Reach::OtherCity("Guadalajara")),
            ("16 de septiembre 5, Ciudad Juárez", Reach::OtherCity("Ciudad Juárez")),
            ("en Cuernavaca", Reach::OtherCity("Cuernavaca")),
            ("Calle Roma 12", Reach::Unknown),
            ("Avenida Condesa 8", Reach::Unknown),
            ("Calle Roma 12, Springfield", Reach::Unknown),
            ("12 Roma Street", Reach::Unknown),
            ("Eje 5 Sur 100, Del Valle, Benito Juárez", Reach::Unknown),
            ("Masaryk 61, Polanco", Reach::Unknown),
            ("colonia Puebla", Reach::Unknown),
            ("Orizaba 128", Reach::Unknown),
            ("", Reach::Unknown),
        ] {
            assert_eq!(reach(&business, &rules, address), expected, "{address}");
        }
    }

    #[test]
    fn where_no_areas_are_given_any_address_is_taken() {
        let business = terraza();
        let mut rules = business.ordering.clone().unwrap();
        rules.areas.clear();
        assert_eq!(reach(&business, &rules, "Calle Roma 12, Toluca"), Reach::Inside);
        rules.areas = vec!["Toluca".to_owned()];
        assert_eq!(reach(&business, &rules, "Calle Roma 12, Toluca"), Reach::Inside);
    }
}
