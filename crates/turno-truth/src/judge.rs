//! Statements against facts.

use turno_language::Text;

use crate::{
    fact::Deed,
    follows,
    here::Here,
    known::Known,
    rule::Rule,
    sentences::sentences,
    statement::{Sentence, Statement},
    topics::{codes::CodesSaid, contact::ContactSaid, prices, told_hours},
    values::bare,
};

/// What a model's words are measured by: what was done, what was found, and what anybody gave.
#[derive(Debug)]
pub struct Judge<'a> {
    here: Here<'a>,
    known: Known,
}

/// What is left of a model's words, and what was left out.
#[derive(Debug, PartialEq, Eq)]
pub struct Judged {
    /// The words that may be said; none: nothing is left of them.
    pub kept: Option<String>,
    /// The sentences that may not, in their order.
    pub cut: Vec<Cut>,
}

/// A sentence that was left out.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cut {
    /// By which rule.
    pub rule: Rule,
    /// Which sentence of the words it is, from 1; 0: what was left of them all.
    pub at: usize,
    /// As the model wrote it.
    pub sentence: String,
}

impl<'a> Judge<'a> {
    /// A judge that knows all that.
    pub fn new(here: Here<'a>, known: Known) -> Self {
        Self { here, known }
    }

    /// Reads a sentence of the model's.
    pub fn read<'t>(&self, sentence: &'t Text) -> Sentence<'t> {
        Sentence::read(sentence, &self.here)
    }

    /// Whether a sentence may be said.
    pub fn allows(&self, sentence: &Text) -> bool {
        self.rule_against(&self.read(sentence)).is_none()
    }

    /// The first rule by which a sentence may not be said.
    pub fn rule_against(&self, sentence: &Sentence<'_>) -> Option<Rule> {
        self.rules_against(sentence).next()
    }

    /// The rules by which a sentence may not be said, one for each statement that is not so.
    pub fn rules_against(&self, sentence: &Sentence<'_>) -> impl Iterator<Item = Rule> {
        let statements = sentence.statements.iter();
        statements.filter_map(|statement| self.rule_against_one(statement, sentence.text))
    }

    fn rule_against_one(&self, statement: &Statement, sentence: &Text) -> Option<Rule> {
        let (here, known) = (&self.here, &self.known);
        let latest = &*here.latest;
        let otherwise = |is_so: bool, rule: Rule| (!is_so).then_some(rule);
        match statement {
            Statement::Deed(said) => {
                let business = |words: &[String]| known.says_business(words);
                known.deeds.rule_against(said, latest, &business)
            }
            Statement::MachineText => Some(Rule::MachineText),
            Statement::CardAsked => Some(Rule::CardAsked),
            Statement::Price(said) => {
                let told = prices::Told {
                    amount: &|amount| known.told().any(|told| told.amounts().contains(&amount)),
                    word_with: &|word, price| known.is_told_with(word, price),
                    word: &|word| known.is_word_told(word),
                };
                known.tags.rule_against(said, sentence, latest, &told)
            }
            Statement::Gift(said) => otherwise(said.holds(known.lines()), Rule::GiftNobodyGave),
            Statement::Denial(said) => otherwise(said.holds(known.lines()), Rule::ToldDenied),
            Statement::Room(said) => {
                let branches = &known.bookings.branches;
                let can_be = here.can_look_for_room;
                known.rooms.rule_against(said, sentence, branches, can_be)
            }
            Statement::Stock(said) => {
                let is_told = |word: &str| known.is_word_told(word);
                let is_unasked = here.is_stock_unasked;
                let is_so = known.stock.holds(said, sentence, latest, is_unasked, &is_told);
                otherwise(is_so, Rule::StockOtherwise)
            }
            Statement::Booking(said) => {
                let is_given = |word: &str| known.is_word_given(word);
                known.bookings.rule_against(said, sentence, latest, is_given)
            }
            Statement::Codes(said) => otherwise(self.codes_hold(said), Rule::CodeNobodyGave),
            Statement::Contact(said) => otherwise(self.contact_holds(said), Rule::ContactNobodyGave),
            Statement::Durations(said) => {
                let is_given = |duration| known.given().any(|given| given.durations().contains(duration));
                otherwise(said.iter().all(is_given), Rule::DurationNobodyGave)
            }
            Statement::Hours(hours) => otherwise(known.has_hours(hours, here.hours), Rule::HourNobodyGave),
            Statement::Opening(said) => {
                let told = |time| known.lines().any(|line| told_hours::tells(line, time, sentence));
                otherwise(said.holds(here.hours, here.now, &told), Rule::OpenOtherwise)
            }
        }
    }

    /// A code is one that somebody gave; and that it is good for something, a tool's own.
    fn codes_hold(&self, said: &CodesSaid) -> bool {
        let known = &self.known;
        let is_given = |code: &String| {
            known.told().any(|told| told.has_bare(code))
                || !said.are_vouched_for && known.of_user().any(|given| given.has_bare(code))
        };
        let is_anybodys = |code: &String| known.given().any(|given| given.has_bare(&bare(code)));
        said.written.iter().all(is_given) && said.told_of.iter().all(is_anybodys)
    }

    /// Numbers and addresses that somebody gave; the business's own, that the business or a tool gave.
    fn contact_holds(&self, said: &ContactSaid) -> bool {
        let given = || {
            let others = self.known.of_user().filter(|_| !said.is_own);
            self.known.told().chain(others)
        };
        said.phones.iter().all(|phone| given().any(|given| given.has_digits(phone)))
            && said.addresses.iter().all(|address| given().any(|given| given.has_bare(address)))
    }

    /// Something was done in this turn.
    pub fn has_new_deed(&self) -> bool {
        self.known.deeds.has_new()
    }

    /// What was done, and these words tell of otherwise than it was. None where nothing of the kind was done.
    pub fn told_otherwise(&self, words: &str) -> Option<&Deed> {
        sentences(words).find_map(|(sentence, _)| {
            let sentence = Text::plain(sentence);
            let read = self.read(&sentence);
            let deed = read.deed()?;
            self.known.deeds.meant(deed)
        })
    }

    /// A model's words without the sentences that may not be said. `may_be_heard`: what may have been heard already stays, though
    /// it says nothing but yes.
    pub fn judge(&self, words: &str, may_be_heard: bool) -> Judged {
        let mut kept = String::new();
        let mut cut = Vec::new();
        let mut is_claim_cut = false;
        for (place, (said, _)) in sentences(words).enumerate() {
            let text = Text::plain(said);
            let sentence = self.read(&text);
            let leans = || is_claim_cut && !self.has_new_deed() && follows::leans_on_a_deed(&text);
            let rule = match self.rule_against(&sentence) {
                Some(rule) => Some(rule),
                None => leans().then_some(Rule::LeansOnWhatWasCut),
            };
            match rule {
                None => kept.push_str(said),
                Some(rule) => {
                    is_claim_cut |= rule != Rule::LeansOnWhatWasCut && sentence.claims();
                    cut.push(Cut::new(rule, place + 1, said));
                }
            }
        }
        let kept = kept.trim();
        // "¡Perfecto!" alone would be its yes.
        let is_a_mere_yes =
            is_claim_cut && !may_be_heard && !self.has_new_deed() && follows::is_a_mere_yes(&Text::of(kept));
        if is_a_mere_yes {
            cut.push(Cut::new(Rule::MereYes, 0, kept));
        }
        Judged { kept: (!kept.is_empty() && !is_a_mere_yes).then(|| kept.to_owned()), cut }
    }
}

impl Cut {
    fn new(rule: Rule, at: usize, sentence: &str) -> Self {
        Self { rule, at, sentence: sentence.trim().to_owned() }
    }
}
