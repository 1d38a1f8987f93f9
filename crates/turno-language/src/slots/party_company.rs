//! Who comes along: "mi esposa y yo", "4 con el bebé", "somos cuatro más mi suegra".

use super::common_words::UNCOUNTING;
use super::number::number_at;
use super::party_size::{Count, FOLLOWS, SizeReader};
use super::party_words::{
    ADULTS, CHILDREN, COUPLES, FOR, OTHERS, OWN, PLUS, TO_SOMEBODY, in_law_end, relatives,
};
use crate::grammar::{A, ALSO, AND, LESS, MORE, NOT, OF, TO, WITH};
use crate::pack::Tagged;

/// What goes before somebody who is known to both.
static DEFINITE: Tagged = Tagged::new("party_company_definite");

/// Who follows is of the number.
static INCLUDING: Tagged = Tagged::new("party_company_including");

/// Who follows is beside the number.
static EXCLUDING: Tagged = Tagged::new("party_company_excluding");

/// Where a count of some of them follows: "4, dos son niños".
static OF_THEM: Tagged = Tagged::new("party_company_of_them");

/// What leads to such a count.
static OF_WHOM: Tagged = Tagged::new("party_company_of_whom");

/// To go or to come, before those with whom one does.
static GOING: Tagged = Tagged::new("party_company_going");

/// What an answer begins with.
static ANSWERS: Tagged = Tagged::new("party_company_answers");

/// A table.
static TABLES: Tagged = Tagged::new("party_company_tables");

/// We are, we go: who is named then comes along with the one who speaks.
static WE_ARE: Tagged = Tagged::new("party_company_we_are");

/// What a moment may begin with behind people.
static BEFORE_A_MOMENT: Tagged = Tagged::new("party_company_before_a_moment");

/// What stands between two who come along.
static JOINTS: Tagged = Tagged::new("party_company_joints");

/// The one who speaks.
static ME: Tagged = Tagged::new("party_company_me");

/// The same, where nothing follows that is one's own.
static ME_OR_MY: Tagged = Tagged::new("party_company_me_or_my");

/// Two more people.
static ANOTHER_COUPLE: Tagged = Tagged::new("party_company_another_couple");

/// Several are one's own.
static OWN_SEVERAL: Tagged = Tagged::new("party_company_own_several");

/// One or several are ours.
static OURS: Tagged = Tagged::new("party_company_ours");

/// One or several are mine.
static MINE: Tagged = Tagged::new("party_company_mine");

/// What puts more people to a number.
static MORE_JOINTS: Tagged = Tagged::new("party_company_more_joints");

/// What may stand behind that.
static BEHIND_JOINTS: Tagged = Tagged::new("party_company_behind_joints");

/// Before one child who is known to both.
static THE_ONE: Tagged = Tagged::new("party_company_the_one");

impl SizeReader<'_> {
    /// "mi esposa y yo", "my wife and I", "yo y mis dos hijos".
    pub(super) fn with_me(&self, at: usize) -> Option<(u32, usize)> {
        let (is_me, others, end) = self.members_from(at)?;
        (is_me && others > 0).then_some((others + 1, end))
    }

    /// "Voy con mi esposa y mis 2 hijos": the one who speaks counts too. Who only is to be asked ("déjame hablar con mi
    /// esposa") does not come along.
    pub(super) fn company_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &WITH)?;
        let (is_me, others, end) = self.members_from(start)?;
        let before = tokens.before(at);
        let is_said_first = at == 0 || tokens.is_mark(at - 1) || ANSWERS.contains(&before);
        let is_list = others > 1;
        let is_table = is_list && TABLES.contains(&before);
        let comes = is_table || GOING.contains(&before) || is_said_first && (self.is_awaited || is_list);
        (comes && !is_me && tokens.ends_at(end)).then_some((others + 1, end))
    }

    /// "Mi esposa y mis 2 hijos": whether the one who speaks comes too is anyone's guess.
    pub(super) fn family_at(&self, at: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        if !tokens.is_one_of(at, &OWN) {
            return None;
        }
        let before = tokens.before(at);
        // "Somos mi esposa y mis 2 hijos"
        let comes = WE_ARE.contains(&before);
        let is_led = comes || FOR.contains(&before) || TABLES.contains(&before);
        let is_first = at == 0 || tokens.is_mark(at - 1);
        if !(is_led || self.is_awaited && is_first) {
            return None;
        }
        let (is_me, others, end) = self.members_from(at)?;
        let is_whole = tokens.ends_at(end) || tokens.is_one_of(end, &BEFORE_A_MOMENT);
        let sizes = if comes { vec![others + 1] } else { vec![others, others + 1] };
        (!is_me && (others > 1 || self.is_awaited || comes) && is_whole).then_some((sizes, end))
    }

    /// Whether the one who speaks is among some people, how many others are, and the index after them.
    fn members_from(&self, at: usize) -> Option<(bool, u32, usize)> {
        let tokens = self.tokens;
        let mut is_me = false;
        let mut others: u32 = 0;
        let mut end = at;
        loop {
            if self.is_me(end) {
                is_me = true;
                end += 1;
            } else {
                let (count, member_end) = self.member_at(end)?;
                others = others.saturating_add(count);
                end = member_end;
            }
            let next = tokens.skip(tokens.skip_comma(end), &JOINTS);
            // "mi esposa y mis hijos": how many they are is not said.
            let is_open = next > end
                && !self.is_me(next)
                && tokens.is_one_of(next, &OWN)
                && self.member_at(next).is_none();
            let is_next_own = tokens.is_one_of(end, &OWN);
            let goes_on = (next > end || is_next_own) && (self.is_me(next) || self.member_at(next).is_some());
            if is_open {
                return None;
            }
            if !goes_on {
                return Some((is_me, others, end));
            }
            end = next;
        }
    }

    /// "yo", or "mi" where nothing is mine: "para mi y mi esposa".
    fn is_me(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let is_stressed =
            tokens.is_one_of(at, &ME_OR_MY) && (tokens.ends_at(at + 1) || tokens.is_one_of(at + 1, &AND));
        is_stressed || tokens.is_one_of(at, &ME)
    }

    fn member_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        if let Some(end) = tokens.phrases(at, &ANOTHER_COUPLE) {
            return Some((2, end));
        }
        let start = tokens.skip(at, &OWN);
        let number_start = tokens.skip(start, &OTHERS);
        let is_a = tokens.is_one_of(number_start, &UNCOUNTING)
            && (self.noun_end(number_start + 1) > number_start + 1
                || relatives(tokens.word(number_start + 1)).is_some());
        let counted = if is_a { Some((1, number_start + 1)) } else { number_at(tokens, number_start) };
        if let Some((count, end)) = counted {
            let count = if tokens.is_one_of(end, &COUPLES) { count.saturating_mul(2) } else { count };
            return (tokens.is_word(end) && count < 100).then_some((count, end + 1));
        }
        if start == at || !tokens.is_word(start) {
            return None;
        }
        let (own, word) = (tokens.word(at), tokens.word(start));
        match relatives(word) {
            Some(1) => {}
            Some(_) => return Some((2, start + 1)),
            None => {
                // How many they are is not said.
                let are_several = OWN_SEVERAL.contains(&own)
                    || word.ends_with('s') && OURS.contains(&own)
                    || CHILDREN.contains(&word) && MINE.contains(&own);
                if are_several {
                    return None;
                }
            }
        }
        Some((1, in_law_end(tokens, start + 1)))
    }

    /// "mi suegra", "my mother in law", "mis 2 hijos": relatives, and the index after them.
    pub(super) fn relative_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &OWN)?;
        if let Some((count, end)) = number_at(tokens, start) {
            let noun_end = self.noun_end(end);
            return (noun_end > end).then_some((count, noun_end));
        }
        let count = relatives(tokens.word(start))?;
        Some((count, in_law_end(tokens, start + 1)))
    }

    /// "con el bebé", "contando a los niños", "dos son niños": those are of the number already. False where none are.
    pub(super) fn take_included(&self, count: &mut Count, is_family: bool) -> bool {
        let tokens = self.tokens;
        let start = tokens.skip_comma(count.end);
        let some_end = |start: usize| {
            let after = number_at(tokens, start).map_or(start, |(_, end)| end);
            let noun_end = self.noun_end(after);
            (noun_end > after).then_some(noun_end)
        };
        let included = tokens.phrases(start, &INCLUDING);
        let with = tokens.phrases(start, &WITH);
        let of_them = || {
            let start = tokens.skip(tokens.skip(start, &AND), &OF_WHOM);
            let (_, end) = number_at(tokens, start)?;
            let after = tokens.phrases(end, &OF_THEM)?;
            let noun_end = self.noun_end(tokens.skip(after, &A));
            (noun_end > after).then_some(noun_end)
        };
        let end = included
            .and_then(|start| self.definite_end(start).or_else(|| some_end(tokens.skip(start, &TO))))
            .or_else(|| with.and_then(|start| self.definite_end(start)))
            .or_else(|| with.filter(|_| is_family).and_then(|start| some_end(tokens.skip(start, &TO))))
            .or_else(of_them);
        if let Some(end) = end.or_else(|| self.part_end(count, start)) {
            count.go_on(end, true);
            return true;
        }
        false
    }

    /// "(6), dos niños y un bebé", "(8), dos personas llegan …": behind a pause children, or those of whom more is told, are
    /// of the number, where they are fewer. Not behind grown-ups, whom children are counted beside.
    fn part_end(&self, count: &Count, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        let [sum] = count.sizes[..] else { return None };
        let is_paused = start > count.end && !tokens.is_one_of(count.end - 1, &ADULTS);
        let part = |at: usize| {
            let at = tokens.skip(at, &TO_SOMEBODY);
            let counted =
                number_at(tokens, at).or_else(|| Some((1, at)).filter(|_| tokens.is_one_of(at - 1, &A)))?;
            let noun_end = self.noun_end(counted.1);
            (noun_end > counted.1 && counted.0 < sum).then_some(noun_end)
        };
        let mut end = part(start).filter(|_| is_paused)?;
        if !CHILDREN.contains(&tokens.before(end)) {
            return self.tells_of_some(end).then_some(end);
        }
        while let Some(next) =
            tokens.phrases(end, &AND).and_then(part).filter(|end| CHILDREN.contains(&tokens.before(*end)))
        {
            end = next;
        }
        Some(end)
    }

    /// What stands behind people says more of them, and begins nothing else: "(dos personas) llegan más tarde".
    pub(super) fn tells_of_some(&self, end: usize) -> bool {
        let tokens = self.tokens;
        let is_more =
            [&MORE, &LESS, &ALSO, &PLUS, &AND, &NOT].iter().any(|words| tokens.is_one_of(end, words));
        tokens.is_word(end) && !is_more && !FOLLOWS.contains(&tokens.word(end))
    }

    /// The index after "el bebé", "the kids", "mi suegra".
    fn definite_end(&self, at: usize) -> Option<usize> {
        let start = self.tokens.phrases(at, &DEFINITE)?;
        let word = self.tokens.word(start);
        (CHILDREN.contains(&word) || relatives(word).is_some()).then(|| in_law_end(self.tokens, start + 1))
    }

    /// "y dos niños", "más mi suegra", "sin contar al bebé": those are beside the number. False where none are.
    pub(super) fn take_more(&self, count: &mut Count, are_adults: bool) -> bool {
        let tokens = self.tokens;
        let end = count.end;
        let excluded = tokens.phrases(tokens.skip_comma(end), &EXCLUDING);
        let linked = || {
            let end = tokens.skip_comma(end);
            let end = match tokens.word(end) {
                "+" | "&" => end + 1,
                _ => tokens.skip(end, &MORE_JOINTS),
            };
            (end > count.end).then(|| tokens.skip(end, &BEHIND_JOINTS))
        };
        // "2 adultos 1 niño"
        let beside = || {
            let (_, number_end) = number_at(tokens, end)?;
            (are_adults && tokens.is_one_of(number_end, &CHILDREN)).then_some(end)
        };
        let Some(start) = excluded.or_else(linked).or_else(beside) else {
            return false;
        };
        // "4 y yo"
        if tokens.is_one_of(start, &ME) && start > end && tokens.ends_at(start + 1) && excluded.is_none() {
            count.add(1);
            count.go_on(start + 1, false);
            return true;
        }
        let is_with = tokens.is_one_of(start - 1, &WITH);
        if let Some((more, more_end, are_children)) = self.more_from(start, excluded.is_some()) {
            // "Somos 8 con dos niños": whether they are of the 8 or beside them is anyone's guess.
            let within = count.sizes.clone();
            count.add(more);
            if is_with && !are_adults {
                count.sizes.splice(0..0, within);
            }
            count.go_on(more_end, are_children);
            return true;
        }
        // "y los niños": how many they are is not said.
        let unnumbered = self
            .definite_end(start)
            .filter(|_| excluded.is_some() || !is_with)
            .filter(|end| CHILDREN.contains(&tokens.before(*end)) && tokens.before(*end).ends_with('s'));
        let Some(unnumbered_end) = unnumbered else {
            return false;
        };
        count.sizes.clear();
        count.go_on(unnumbered_end, false);
        true
    }

    /// How many more stand at an index, the index after them, and whether they are children.
    fn more_from(&self, at: usize, is_excluded: bool) -> Option<(u32, usize, bool)> {
        let tokens = self.tokens;
        let one = tokens.phrases(at, &TO_SOMEBODY);
        let is_a = one.is_some();
        let start = one.unwrap_or_else(|| tokens.skip(at, &AND));
        let counted = number_at(tokens, start).or(is_a.then_some((1, start)));
        if let Some((more, more_end)) = counted {
            let noun_end = self.noun_end(more_end);
            let are_children = tokens.is_one_of(more_end, &CHILDREN);
            return (noun_end > more_end).then_some((more, noun_end, are_children));
        }
        let before = tokens.before(at);
        let is_sum = before == "+" || PLUS.contains(&before) || OF.contains(&before);
        let ends = |end: usize| {
            let goes_on = || [&AND, &PLUS, &ALSO].iter().any(|words| tokens.is_one_of(end, words));
            is_sum || tokens.ends_at(end) || goes_on()
        };
        if let Some((more, end)) = self.relative_at(start).filter(|(_, end)| ends(*end)) {
            return Some((more, end, false));
        }
        let definite = tokens.phrases(at, &THE_ONE)?;
        let is_child = CHILDREN.contains(&tokens.word(definite)) && !tokens.word(definite).ends_with('s');
        let is_one = is_child && (is_excluded || ends(definite + 1));
        is_one.then_some((1, definite + 1, true))
    }
}
