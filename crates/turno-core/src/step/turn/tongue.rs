//! The conversation's language: where it begins, what decides it, and how it is switched on request.

use turno_language::{
    Language, LanguageRequest, Text, Verdict, VerdictReading, language_of_phone, read_tongue,
    requested_language, without_answers, without_courtesies,
};

use crate::{
    Input, Phase, phrases,
    step::{Next, Step},
};

impl Step<'_> {
    /// The language that the conversation is in.
    pub(in crate::step) fn language(&self) -> Language {
        self.assistant.settings.language_of(self.conversation.language)
    }

    /// The tenant's other language, where it has one.
    pub(in crate::step) fn other_language(&self) -> Option<Language> {
        let own = self.language();
        self.assistant.settings.languages().find(|language| *language != own)
    }

    /// Before a turn is answered: which language it is answered in. The caller's own, where it is known; else what their
    /// first telling words are in; until then the one of their number's country, or the tenant's first.
    pub(in crate::step) fn choose_language(&mut self) {
        let settings = &self.assistant.settings;
        if settings.other_languages.is_empty() {
            self.conversation.language = None;
            return;
        }
        let caller = &self.conversation.caller;
        let known = caller.language.filter(|language| settings.speaks(*language));
        let of_number = || caller.phone.as_deref().and_then(language_of_phone);
        // What a mere "hi" pointed to holds until better words come.
        let opened = self.conversation.language;
        let begun = known
            .or(opened)
            .or_else(|| of_number().filter(|language| settings.speaks(*language)))
            .unwrap_or(settings.language);
        let told = self.told_language(known, begun);
        if told.is_some() {
            self.conversation.caller.language = told;
        }
        let before = self.language();
        let opening = || self.opening_language().filter(|_| known.is_none());
        let now = told.or_else(opening).unwrap_or(begun);
        self.conversation.language = Some(now);
        if before != now {
            self.tell_pending_in_new_language();
        }
    }

    /// What a greeting or a single word points to: nothing is decided by it.
    fn opening_language(&self) -> Option<Language> {
        let Input::Text(text) = self.conversation.turns.input() else {
            return None;
        };
        if self.awaits_free_words() {
            return None;
        }
        let words = self.assistant.without_names(&self.apart(&text));
        read_tongue(&words).of_opening().filter(|language| self.assistant.settings.speaks(*language))
    }

    /// What this turn's words decide, if they do.
    fn told_language(&self, known: Option<Language>, begun: Language) -> Option<Language> {
        let Input::Text(text) = self.conversation.turns.input() else {
            return None;
        };
        let settings = &self.assistant.settings;
        let words = self.apart(&text);
        let request = requested_language(&words).filter(|request| settings.speaks(request.language));
        if let Some(request) = request {
            return Some(request.language);
        }
        let needs_sentence = known.is_some() || self.awaits_free_words();
        let told_by = |words: &Text| {
            let tongue = read_tongue(words);
            let told = if needs_sentence { tongue.of_sentence() } else { tongue.of_first_words() };
            told.filter(|language| settings.speaks(*language))
        };
        let told = told_by(&words)?;
        // What the business calls its dishes and services is no word of the caller's own.
        if told != begun && told_by(&self.assistant.without_names(&words)) != Some(told) {
            return None;
        }
        Some(told)
    }

    /// Whether the slot asked for takes any words: a name or an address is in no language.
    fn awaits_free_words(&self) -> bool {
        let Phase::Collecting { node, slot: Some(slot), .. } = &self.conversation.phase else {
            return false;
        };
        self.collect_node(node)
            .and_then(|collect| self.assistant.assistant_tool(&collect.tool))
            .is_some_and(|tool| tool.takes_any_words(slot))
    }

    /// A question that stands is the same in the new language: its call, its id and its time stay as they are.
    fn tell_pending_in_new_language(&mut self) {
        let Some(pending) = &self.conversation.confirmations.pending else {
            return;
        };
        let confirm = self.confirm_node(&pending.node);
        let Some(confirm) = confirm.filter(|confirm| confirm.tool.as_ref() == Some(&pending.tool)) else {
            return;
        };
        let said = self.render_with(&confirm.say, &pending.parameters);
        let said = match self.assistant.assistant_tool(&pending.tool) {
            Some(tool) => self.with_the_unnamed(said, confirm, tool, &pending.parameters),
            None => said,
        };
        if let Some(pending) = &mut self.conversation.confirmations.pending {
            pending.text = said.text;
            pending.speech = said.speech;
            pending.question_words = said.must_hear_words;
        }
    }

    /// "In English, please", and nothing else: what is open is asked again, in that language.
    pub(in crate::step) fn answer_language_request(&mut self) -> Option<Next> {
        let Input::Text(text) = self.conversation.turns.input() else {
            return None;
        };
        let LanguageRequest { language, is_all } = requested_language(&self.apart(&text))?;
        if !is_all {
            return None;
        }
        self.conversation.turns.take_unread();
        if !self.assistant.settings.speaks(language) {
            self.say_phrase(phrases::only_this_language);
            self.conversation.turns.note_told();
            return Some(self.ask_again());
        }
        self.say_phrase(phrases::this_language);
        if matches!(self.conversation.phase, Phase::Idle | Phase::Ended) {
            self.say_phrase(phrases::how_can_i_help);
        }
        self.conversation.turns.note_told();
        Some(self.ask_again())
    }

    /// The language to read words in: the conversation's, unless all that tells one is of the other. A name or an address
    /// tells one only in a whole sentence.
    pub(in crate::step) fn language_of_words(&self, text: &str, is_free: bool) -> Language {
        let own = self.language();
        let Some(other) = self.other_language() else {
            return own;
        };
        let tongue = read_tongue(&self.apart(text));
        let told = if is_free { tongue.of_sentence() } else { tongue.of_all_words() };
        if told == Some(other) { other } else { own }
    }

    /// Reads an answer in the language that it is in. Where words of both stand in it, a yes counts only if neither
    /// reading objects.
    pub(in crate::step) fn verdict_of_words(
        &self,
        text: &str,
        read: impl Fn(Language, &Text) -> VerdictReading,
    ) -> VerdictReading {
        let own = self.language();
        let words = self.apart(text);
        let Some(other) = self.other_language() else {
            return read(own, &words);
        };
        let tongue = read_tongue(&words);
        let borrows = |language| tongue.has_only_courtesies_of(language);
        match (borrows(own), borrows(other)) {
            // "Ok, thanks", "yes, por favor": a courtesy is borrowed easily, and the rest is of one language, or of both.
            (_, true) => read(own, &without_courtesies(&words, other)),
            (true, false) => read(other, &without_courtesies(&words, own)),
            // "Sure, va": an answer in each language, to be read each by itself.
            (false, false) if tongue.has_only_answers() => {
                mixed(read(own, &without_answers(&words, other)), read(other, &without_answers(&words, own)))
            }
            (false, false) => mixed(read(own, &words), read(other, &words)),
        }
    }
}

/// One verdict of two readings of the same words: a yes only where both say so, and whatever else one of them says where
/// the other makes nothing of it.
fn mixed(own: VerdictReading, other: VerdictReading) -> VerdictReading {
    let brings_values = |reading: &VerdictReading| {
        reading.verdict == Verdict::Change
            && !(reading.changes.values.is_empty() && reading.changes.problems.is_empty())
    };
    match (own.verdict, other.verdict) {
        (Verdict::Yes, Verdict::Yes) => VerdictReading {
            assent: own.assent.max(other.assent),
            firmness: own.firmness.min(other.firmness),
            ..if other.assent > own.assent { other } else { own }
        },
        _ if brings_values(&own) => own,
        _ if brings_values(&other) => other,
        (Verdict::Change | Verdict::No | Verdict::Wait, Verdict::Unclear) => own,
        (Verdict::Unclear, Verdict::Change | Verdict::No | Verdict::Wait) => other,
        (own_verdict, other_verdict) if own_verdict == other_verdict => own,
        (Verdict::Yes | Verdict::No | Verdict::Change | Verdict::Wait | Verdict::Unclear, _) => {
            VerdictReading { verdict: Verdict::Unclear, assent: None, firmness: None, ..own }
        }
    }
}
