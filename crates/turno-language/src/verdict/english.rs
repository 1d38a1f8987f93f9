//! What answers are made of in English, in folded words; [`super::lexicon`] tells the notation.

use super::lexicon::{Class, Row, SlotWord};

/// The table: phrases between commas. Where two phrases of one length match, the earlier row wins.
pub(super) const ROWS: &[Row] = &[
    (Class::Yes, YES),
    (Class::Good, GOOD),
    (Class::AsIs, AS_IS),
    (Class::NoChanges, NO_CHANGES),
    (Class::Bad, BAD),
    (Class::Refuse, REFUSE),
    (Class::No, "no, nope, nop, nah, na, naw, negative, uh uh, nel, 👎"),
    (Class::Negation, NEGATION),
    (Class::Wait, WAIT),
    (
        Class::Defer,
        "am i|we free|available, i am free|available, im free|available, will i|we be free|available, my|our availability, do i|we have? any? free time|openings?, any openings? on|in my|our schedule|calendar, i|we? just|first? need|have to just|first? see if, i? would|id|i|we first|just? like|want|need|have to? first|just? check|see my|our schedule|calendar|availability|agenda, check|see my|our schedule|calendar|availability first?, plans? still? may|might|could|can still? change, plans are not|still set|final|open|fixed|sure?, make up my mind, give that|it|this some more? thought, think it|that|this over, i need|want|have to first check, let you know in|later|tomorrow|when, let me just? think|check first?, i|ill|we|well let you know later|tomorrow|soon, i|we will|might let you know later|tomorrow|soon, i|ill|we|well will? confirm|call|text|tell you? tomorrow|later|soon|back, tomorrow i|ill|we|well will? confirm|call|tell|text|let, i have|need|want to check|think|ask|look|verify|consult|confirm with?, i will|ll wait, ill wait, i am|m going to wait, im going to wait, let me think|sleep, lemme think|sleep, ill let you know, i will let you know, ill get back, i will get back, ill think, i will think",
    ),
    (Class::Hedge, HEDGE),
    (Class::Condition, CONDITION),
    (Class::Repeat, REPEAT),
    (Class::WeakChange, WEAK_CHANGE),
    (Class::Correction, CORRECTION),
    (Class::Without, "without"),
    (Class::But, "but, however, except, although, though, only that"),
    (
        Class::Affirm,
        "i|we? confirm|confirming the|my|our reservation|booking|appointment|table, confirming for # $",
    ),
    (Class::Go, GO),
    (Class::Book, BOOK),
    (Class::Order, ORDER),
    (Class::Perform, PERFORM),
    (
        Class::Cancel,
        "cancel*, delete it?, call it|that off, drop it, get rid of it, remove it|that",
    ),
    (Class::Modify, MODIFY),
    (Class::Change, CHANGE),
    (Class::Keep, KEEP),
    (Class::Absent, ABSENT),
    (
        Class::Present,
        "ill|we|well be there, i will be there, we will be there, i|we want|need my|the|our appointment|reservation|booking|order|table, i|we want|need it $, i|we still want it?, i|we want to go|come, im|were still coming|going, i|we are|am still coming|going, see you then|there|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday, see you on # ",
    ),
    (Class::Closing, CLOSING),
    (Class::Proposal, PROPOSAL),
    (Class::Availability, AVAILABILITY),
    (Class::Question, QUESTION),
    (Class::Request, REQUEST),
    (Class::Lead, LEAD),
    (Class::Slot(SlotWord::Time), "time, hour"),
    (Class::Slot(SlotWord::Date), "date, day"),
    (
        Class::Slot(SlotWord::People),
        "number of people|guests|persons|seats, party size, guests, headcount",
    ),
    (Class::Slot(SlotWord::Name), "name"),
    (Class::Slot(SlotWord::Phone), "phone number?"),
    (Class::Slot(SlotWord::Address), "address"),
    (Class::Info, INFO),
    (Class::Vacancy, VACANCY),
    (
        Class::Wish,
        "outside, inside, outdoors, indoors, upstairs, downstairs",
    ),
    (Class::Neutral, NEUTRAL),
];

const YES: &str = "
    it? sure is, you betcha, okey dokey, alrighty, hell yes|yeah, heck yes|yeah, damn right, thumbs up, y, no doubt, naturally, obviously,
    yes, yea, yeah, yah, yep, yeps, yup, yups, yessir, yeap, ye, ya, yess, yas, sure, sure thing, of course, certainly,
    absolutely, definitely, indeed, affirmative, ok, okay, okey, okie, okie dokie, k, kk, alright,
    all right, aye, uh huh, mhm, mm hmm, yes sir, yes maam, you bet, si, 👍, agreed, i agree, totally,
    by all means, for sure, without a doubt, oh yes, i do $, yes it is, yes i do, yes they are, i would $,
    i certainly would, that it is, i accept, why of course, i am sure, yes indeed, please and thank you,
    lets $, it does $, yes it does, permission granted, i|we would love|like to $, id|wed love|like to $, i want to $,
    ofcourse, why of course, of course yes, you guessed right|it, correctemundo, yesm, yer, i assent, i consent,
    it is $, we would $, okey doke, you know it, im afraid so|yes, by all means do, fire away, make my day, why yes, yes please do";

const GOOD: &str = "
    works|work well, i am interested in it|that|this|them|tickets, im interested in it|that|this|them|tickets, thats right now $,
    100 percent, a? hundred percent, one hundred percent, thats all correct|right, its all good|correct|right, much better,
    bang on, right on, cool beans, rock on, very well, accepted, approved, consider it confirmed|done|booked, were good to go, we are good to go, no objections,
    fabulous, marvelous, marvellous, delightful, outstanding, stellar, dandy, fine and dandy, peachy, groovy, rad, sweet, neat, solid,
    flawless, faultless, satisfactory, agreeable, suitable, appropriate, valid, proper, righto, roger, roger that, copy that, gotcha,
    understood, noted, pleased, glad, delighted, excited, thrilled, keen, pleasing, tremendous, magnificent, phenomenal, first rate,
    as requested|desired|discussed|stated|described|specified|noted|planned, i agree with that|it|this|everything, couldnt agree more,
    that|this|it is my choice|preference|desire|wish|intention|plan|pick, thats my choice|preference|desire|wish|intention|plan|pick,
    im in, im game, im on board, im up for it|that, im good with it|that|this, im okay|ok|fine with it|that|this, count me in,
    i am in, i am good|okay|ok|fine with it|that|this, sounds fun|lovely|delightful|reasonable|ideal|amazing|awesome|fabulous|fantastic|marvelous|about right,
    reads well|right|correct, checks out, that|it|this meets|fits|suits|matches my needs|requirements|schedule|plan|plans|request|expectations,
    good, great, fine, perfect, perfectly, excellent, awesome, wonderful, fantastic, amazing, cool, nice, on point,
    lovely, correct, right, exactly, exactly right, precisely, accurate, ideal, super, true, spot on,
    brilliant, terrific, superb, beautiful, acceptable, splendid, splendidly,
    that|this|it|those|these|they|everything|all|which works|work|fits|suits,
    it|that|this|they|everything works|fits|suits, works, will work|do|suffice, would|should|ll work|do,
    thatll work|do, itll work|do, that|it|this does it, sounds like a plan|it, sounds about? right,
    i like it|that|this, i love it|that|this, im happy with, i am happy with, no problem, not a problem,
    no problems, no issues, no complaints, cant complain, couldnt be better, just right,
    you got it, you got it|that|them|everything right|correct|down,
    you|youve have? got|gotten it|that|them|everything all? right|correct|down,
    you have it|that|them|everything all? right|correct|down, got it right|correct, nailed it, thats it,
    that is it, thats the one|plan, that is the one|plan,
    that|thats is? exactly? what|how|as i want|wanted|need|needed|asked|said|meant|instructed for?,
    exactly? as|what i want|wanted|need|asked|said|instructed, lets go with it|that|this, all good, all set,
    thats all correct, confirmed, verified, deal, done, convenient, satisfied, happy, ready,
    that|it|this|those|these|they|which|everything|all will|would|should|ll work|do|suit|suffice|fit,
    that|it|this suits, suits me, i|we would like|love that|it $, id|wed like|love that|it $, works for me,
    helpful,
    seems|sounds|looks good|great|fine|right|correct|nice|perfect|ok|okay|alright|wonderful|excellent,
    cant wait, i cant wait,
    that|it is ok|okay|alright|fine, thats|its ok|okay|alright|fine, that|it is all right, thats|its all right,
    that|it|this will be ok|okay|alright|fine, thatll|itll be ok|okay|alright|fine, that|this|it|everything all? checks out, im down with that|it|this, i am down with that|it|this, you understand, you understood, confirming, confirming it|that, you heard everything|it|that right|correctly?, seems as|like what i want|wanted|need, seems to be what i want|wanted|need, that|thats work, you heard each|every # detail|thing, im|am interested in? it|that|this|them|tickets?, rent a|the vehicle|car|ride|room|house|apartment, perfct, perrfect, perfet, isperfect, corect, corret, correc, good plan, a? good|great|nice plan|idea|choice|one, a winner, good idea, great idea,
    would be a? good|great|nice|perfect idea?, on target, bingo, corrects, hit the nail on the head there?,
    sounds about? good|right|great to me";

const AS_IS: &str = "
    dont change anything|a thing, do not change anything, just as it is, as it is, as is";

const NO_CHANGES: &str = "
    no more|other|further|additional changes|edits|corrections needed|necessary|please?, without more|further|any changes,
    no changes, no changes needed|necessary|please?, no need to change anything, nothing to change, nothing needs changing";

const BAD: &str = "
    doesnt|wont|didnt work|fit|suit, does|will not work|fit|suit, i|we cant do, i|we can not do, i|we cannot do,
    wrong, incorrect, mistaken, bad, inaccurate, false, thats not it, that is not it, terrible,
    i|ive have? changed my mind, changed my mind";

const REFUSE: &str = "
    scratch that, i|we changed my|our mind|minds, on second thought no, no good, thats no good, that is no good, no deal, you misheard|misunderstood me?,
    i didnt|never ask|asked for that|this|it, thats not what i|we asked|said|want|wanted|ordered|meant for?, that is not what i|we asked|said|want|wanted|ordered|meant for?,
    i|we|ill|well|were will|are|am? go|going|booking|found|try|trying somewhere else|elsewhere, i|we|ive|weve have? already? found|booked|reserved another|elsewhere|somewhere|a place|else|different?,
    no can do, not for me, skip it, decided against it, i decided against it, ive decided against it, hell no, nuh uh, no siree, not a chance,
    out of the question, count me out, i will skip, ill skip, not happening, not gonna happen, not going to happen, nothing of the sort,
    not anymore, not any more, no transfer|reservation|booking|appointment|tickets|ticket|event|visit|need, never mind, nevermind, forget it|that|about, no way, no thank, no thanks, no thank you, not really,
    not now, not right now, not right this|at #, not yet, not quite yet, not at all, not at the moment,
    not at this time|moment|point, not today, not this time|moment|second|minute|instant, not just yet,
    not necessary, not needed, not interested, no need, of course not, certainly not, absolutely not,
    definitely not, i dont think so, i do not think so, dont, do not,
    dont book|reserve|schedule|buy|order|do|bother|cancel|change|need|want,
    i dont|wont|cant want|need|do|be?, i do not want|need, i did not want, i didnt want, i will|would not,
    i would rather|prefer not, id rather|prefer not, rather not,
    some other time|day, another time, maybe another time, maybe some other time,
    maybe later, perhaps later, at a later time|date|point, maybe at a later time|date, later on,
    not for now, ill|i will|would? pass, pass, hard pass, im not ready, i am not ready, im not interested,
    i am not interested, i have no, no longer, never, dont do it|that|this, stop, abort, leave it alone,
    not going to, not looking to, not gonna, decline, i decline, i refuse, no more,
    wont be necessary|needed, not be necessary|needed, dont worry about it, hold off, not until,
    another time maybe, i have not decided, i havent decided, in the future,
    i can|will do that|it|this myself,
    i|we|ill|well will? do that|it|this later|myself, will do that|it|this later|myself, later $, later on $, not right away, not this instant, not necessarily, lets not, let us not,
    maybe|perhaps|possibly|probably in a bit|while|minute|moment|little, maybe|perhaps|possibly in a little bit|while,
    how about later, later maybe|perhaps|possibly|probably, better later, maybe|perhaps|possibly at a later #,
    perhaps|maybe|possibly another # , put that|it on hold, i am not in need of, im not in need of, no need of,
    i|ill|we|well can|will? do that|it|this by? myself, do that|it|this|them by? myself, skip that|it|this, i|we may not,
    you may not, now now, for the time being, at a different time|date,
    do|book|reserve|schedule|make|buy|get|decide|arrange it|that|this|them later,
    do|book|reserve|schedule|make|buy|get|decide|arrange my|the|a|an # later,
    do|book|reserve|schedule|decide later, doesnt|wont|didnt|not work|fit|suit";

const NEGATION: &str = "
    not, isnt, arent, doesnt, didnt, wasnt, werent, wouldnt, wont, couldnt, cant, cannot, can not, shouldnt,
    dont, aint, hardly, neither, nor, none, i cant, i cannot, we cant, i wont";

const WAIT: &str = "
    let me|us call|text|ring you|ya? back, i|ill|we|well will? call|text|ring you back in?, i|ill|we|well will? call|text you in # minutes|hours|days|min?,
    sec $, not so fast, let me|us grab|find|fetch my|the|a, oh wait, right with you,
    ill be right there|back|with you?, i will be right there|back|with you?, be right there|back|with you?,
    can|could|would|will you please? wait|hold|hang on?,
    wait, wait up, wait a|one|just second|sec|minute|moment|bit, hold on, hang on, hold up, hold the line,
    one|a|just|1 moment|second|sec|minute|min, just a|one moment|second|sec|minute|min|bit,
    give|allow me|us a|one|some|# second|sec|minute|minutes|moment|bit|time,
    let me|us check|see|ask|look|verify|confirm|find|consult|double, lemme check|see|ask|look,
    bear with me, be right back, brb,
    moment, moment please, stay on the line, dont hang up";

const HEDGE: &str = "
    would|will|can|does that|this|it work|do $, thats|its ok|okay|fine|good|correct|great right $, what do i|we do, correct|fine|good|ok|okay|great|perfect right $, so thats|its|were|is all? set|confirmed|booked|done, so that is confirmed|booked|done,
    what do you need|want, what else do you need, whats next, a|with real|actual|human? person|human|agent please?, a great|good|nice|lovely|beautiful|wonderful restaurant|place|spot|clinic|hotel|salon,
    what happens now|next|then|if, what now, then what, was|am|were just? wondering, i|we wanted to ask, 
    would|will|is # be|going ok|okay|alright|fine|good|work,  to my|our house|place|room|hotel|car, right here|there, im on the|another phone|call|line, i am on the|another phone|call|line, ill confirm $, i will confirm $, just what i needed, oh sure $, too many|much|late|early|expensive|bad|few|little,
    he|she|they|everybody|everyone|wife|husband|boss|mom|dad|guests said|says|say yes|yeah|yep|ok|okay|sure|no|yup|its|it,
    he|she|they told|tells|tell me|us yes|yeah|ok|okay|sure|no,
    i|we said|say|told yes|yeah|ok|okay|sure|no to, i|we told him|her|them|my|our|the, i|we have told him|her|them|my|our|the,
    tell him|her|them,
    maybe, perhaps, probably, possibly, i guess, i guess so, i suppose, i suppose so, i think, i think so,
    i believe, i believe so, kind of, kinda, sort of, sorta, might, could be, i dont know, i do not know,
    dunno, idk, not sure, im not sure, i am not sure, not certain, unsure, it depends, depends, depending,
    hopefully, i hope so, i hope, we will|ll see, well see, more or less, yes and no, yes or no, sometimes,
    around, about, approximately, roughly, more like, i assume, presumably, almost, close, nearly, partly, partially, who knows, no idea, doubt, i doubt,
    how are you, and you $, you sure $, that was right|fine|correct|good, some|part|one|half of it|them|that is|are right|correct|fine, when pigs fly, when hell freezes,
    yeah right $, say yes|yeah|ok|okay|sure, like|love|want to say yes|yeah|ok|okay|sure, i hear you, i can hear you, im here $, i am here $,
    i? already have one|it|a|that|them, i? already did|done|made|booked|reserved|ordered it|that|one|a|somewhere?, i? have already booked|reserved|ordered,
    seems, 🤔, lets see, i wonder if it|that";

const CONDITION: &str = "
    if, only if, unless, as long as, so long as, provided, provided that, assuming, in case, until,
    when|once i|we|they|you, on condition, whether";

const REPEAT: &str = "
    confirm the|my name|time|address|date|day|number|phone|price|total|details|information|party|branch, confirm my? name|time|address|date|phone,
    can|could|would you confirm, to confirm $,
    one more time, once more, pardon, pardon me, come again, say that|it again, repeat that|it|please, repeat, what $, huh, say what,
    what did you|they say?, what was that, what do|did you mean,
    i didnt hear|catch|understand|get, i did not hear|catch|understand|get, i dont understand|get,
    i cant hear, who is this|that|calling|speaking, whos this|calling|speaking, who are you, isnt it, im listening, i am listening";

const CHANGE: &str = "
    a bit|little|tad later|earlier|sooner, bit|little|slightly later|earlier|sooner, earlier please, sooner please, one more, one less, one fewer, one extra, one additional, instead, instead of, change, change it|that|the|my, changing, switch, switch it|to, a? different,
    i meant, i mean, should be|have, should actually be, supposed to be, i prefer, i would prefer,
    id prefer, i would rather, id rather, rather, can|could i|we change|switch,
    can|could you change|switch|move it|that|this|the?, add, move it|that|the, push it, mistake, a mistake,
    i forgot, forgot, modify, update, edit, adjust, correction, reschedule, fix, no onions|cheese|ice,
    take off|out, remove, i made, misspoke, you got it|that|the wrong, there is|are a change, one change, correct it|that|this|the|my,
    a change";

const WEAK_CHANGE: &str = "
    make sure, lets do|take|have|use|get, better, another, other, earlier, more, fewer, less, bigger, larger, smaller, cheaper, nicer, quieter, sooner";

const GO: &str = "
    finalize, finalize it|that|this, complete it|that|this, process it|that|this, secure it|that|this, take care of it|that|this,
    handle it|that|this, get it|this|that done|started|going|booked, have it|that|this booked|reserved|done|scheduled, make the arrangements,
    move ahead, approve, approve it|that|this, i approve, i approve of? it|that|this, authorize it|that|this, i authorize it|that|this,
    accept, accept it|that|this, execute, make it official, sign me up,
    give it|that|this a try|go|shot|whirl, take an appointment, take the|a reservation, fill in that|the time? slot|range, help me in? booking|buying|reserving it|the|a|tickets tickets|table?,
    lets do it|that|this, lets try that|it, lets go, lets get it|that, ill take it|them, go ahead,
    go right? ahead, go ahead and do it|that|so, go ahead with it|that|this, go for it, please do,
    please do so|it|that|this, do it, do that, do this, do so, please? check|try it|that|this for me|us,
    check|try it|that|this please, please check|try it|that|this $, proceed, confirm, confirm it|that,
    i confirm, i confirm it|that, lock it in, make it happen, make it so, move forward";

const BOOK: &str = "
    book, book it|that|this|them|me|one|now, book me|us it|one|that?, reserve,
    reserve it|that|this|them|me|one, schedule, schedule it|that|this|them|me|one,
    make the|a|my|that|this|an|me reservation|reservations|booking|appointment|purchase, make reservations,
    make me|us a|an|the reservation|booking|appointment, set it|that|this up, set up, sign me|us up,
    arrange it|that?, get me|us it|one|them|the|a|that? tickets|ticket|table|seat|room|appointment, buy,
    buy it|them|me|one|the|tickets?, purchase, purchase it|them|the|tickets?, get it|them|that, rent,
    rent it, put me|us|it down, proceed|continue with the|my|this|that booking|reservation|appointment|order,
    go ahead with the|my|this|that booking|reservation|appointment|order";

const ORDER: &str = "
    order, order it|that|them, place it|the|my order?, place the|my order, send it, send it over, ship it, please? send it|the|my order? to|through to? the kitchen,
    submit it, submit, put it through";

const PERFORM: &str = "
    cast, cast it|that|this, put it|that|this, put the song|movie|track, play, play it|that|this, play the|this|that|my movie|song|track|video|film, start the|this? movie|song|playback,
    watch, watch it|that|this, hear it|this|that, listen, attend, attend it|that|this|the, start it, start to? play|playing it|the?, begin the? movie|song, stream it, put it on $, toss it on $,
    transfer, transfer it|the|some? money|funds?, make|do a|the? transfer, send the|some money,
    have the|this|it movie|song? played, listen to? it|this|that now? $,
    i? would|id like|love to hear|see|watch|attend it|this|that|the|them song|movie|event|game|show? now? please? $,
    i? want|wanna to? listen to? it|this|that|them|now now?, i? want|wanna to? hear|see|watch|attend it|this|that|the|them song|movie|event|game|show? now? please? $,
    add an|the|this event, add an|the|this event|it to|on my? calendar, add it to my|the calendar,
    put that|it|this on my|the calendar|itinerary";

const MODIFY: &str = "
    change it, change that, move it, move that, reschedule it, reschedule, update it, modify it,
    the|that|this|these|those change|changes|modification|modifications|update|updates, switch it,
    make|apply the|that|this|these|those|my change|changes|modification|modifications|update|updates";

const KEEP: &str = "
    keep the|my old|original|current|first|same one|time|day|date|appointment|booking|reservation?, leave it where|how it is|was, keep it, keep it as it is|was, keep it that way|as, keep that,
    keep my|the booking|reservation|appointment|order, leave it, leave it as it? is|was, leave it like that,
    leave that, i want to keep it, i still want it";

const ABSENT: &str = "
    i|we wont be able to make it|come|go, im|were not able to make it|come|go, i|we will not be able to make it|come|go,
    i cant make it, i can not make it, i cannot make it, we cant make it, im not going, i am not going,
    i|we cant go|come, i|we|were|im|are|am not coming|going anymore, were not going, we are not going, i wont make it, i wont be going, i dont need it anymore,
    i dont want it anymore, i no longer need it, not coming";

const AVAILABILITY: &str = "
    can|could i|we, is there, are there, do you|they have, may|might i|we, does he|she|it|the # have,
    would there be";

const QUESTION: &str = "
    let me talk|speak to|with, i want|need to talk|speak to|with, can|could|may i talk|speak to|with, id like to talk|speak to|with,
    connect|transfer|put me to|with|through, answer some|a|my|these question|questions, give|get|show|send me|us? their|its|his|her, let me have|get their|its|his|her, i need|want|require their|its|his|her,
    what is|are|was|does|do|kind|type|time|s|will|would|number|sort|else, whats, whatre, what #, which, who,
    whos, whom, whose, where, wheres, when, whens, how, hows, why, do they|you|i|we|the,
    does|did|was|were|has the|it|they|he|she|this|that|you|your|their|its,
    would that|this|these be, is it|there|this|that|the|he|she|its, have they|you got, has it got, are they|there|you|these|the|we, will it|they|there|i|you|the,
    would it|they|i|there, can they|it, could they|it, should|shall i|we, and their|its|his|her,
    and the phone|address|number|price|rating|location|cost|total number? please? $,
    what|how about their|its|his|her address|phone|number|name, any idea, am i, what, tell me, let me know, i want|wanted|need to know|ask,
    i? would|id also|just|really? like|love to know|ask, also? tell me, please tell|inform me?, please let me know,
    can|could|would|will you please? tell|inform|give me if|what|how|whether|who|where|when,
    can|could|would|will you please? also? tell me, i|im am? also? wondering|curious, i wonder,
    i was also? wondering, one more thing|question, inform me, do i, are pets|dogs|kids|children, find out,
    also? find out, check if|whether|about|on, please? check if|whether, does, and does|is|are|will,
    and do they|you, any chance they|there|it|its|the|their, find out if|whether, see if|whether they|there|it";

const REQUEST: &str = "
    can|could|would|will you, can|could|would|will you please|also|give|just, give me|us, find me, find me #,
    find, send me, show me, help me, provide, please provide|share|give|find|send|show|check, share,
    i actually|just|also|do|really? want|wanted to see|find|listen|watch|look|get|hear|ask|go,
    i actually|just|also|do|really? want|wanted|need to first|just? check|search|speak|talk|continue|focus,
    i? would|id just|also|really|first? like|love to see|find|listen|watch|look|hear,
    i? would|id just|also|really|first? like|love to check|search|speak|talk|continue|focus,
    i need to see|find|get, let me have|get the|a,
    i need|want|require the|your, i|im am? also? looking|interested,
    i? would|id also like their|its|his|your, i also need|want their|its|his|your,
    i? would|id also? like the|a phone|number|contact|address|location|rating|price|cost|total, get me the|a, please also, i? would|id like the|their|its, look up, search for?,
    check on|the|if|whether, also give|find, can|could i|we get|have|order|add|sit";

const LEAD: &str = "
    and the|their|its|his|her name|number|address|phone is|s,
    i would|will be? needing|departing|leaving|traveling|travelling|going|flying, id|ill|im be? needing|departing|leaving|traveling|travelling|going|flying, i am needing|departing|leaving|traveling|travelling|going|flying,
    i would love|like to, id love|like to, i want to? travel|go|leave|depart|fly|stay|ride, i would like|love to travel|go|leave|depart|fly|stay|ride, id like|love to travel|go|leave|depart|fly|stay|ride, i want, i want it|that, i want it|this|that to be, we want, i need, i need it, we need, i would like,
    i would like it, id like, id like it, we would like, wed like, i wanna, in, at, on, for, with, to, from,
    of, by, my, its for, put, set, use, try, it has|needs to, i wish, i wish it";

const NEUTRAL: &str = "
    boss, chief, unfortunately, sadly, regrettably, sorry about that|it|this, sorry for the|any|all trouble|inconvenience|bother|hassle, sorry to bother you,
    thats|its my|the|our right|correct? phone? number|name|address|email, that|it is my|the|our right|correct? phone? number|name|address|email, i|ill will? pay by|with|in|a? card|cash, i|ill will? pay by|with|in a card,
    continue, go on, carry on, keep going, everythings,
    honestly, basically, already, guys, folks, friend, madam, miss, dude, bro, mate, wow, hooray, hurray, yay, woohoo, cheers, grateful,
    appreciated, thankful, for the help|info|information|assistance, for your|all help|info|information|assistance|time|patience, alot, a bunch, a ton,
    a million, very much, ever so much, my friend, everyone, indeed, personally, obviously, naturally, of that, everything there,
    you have|youve been so|very|really? helpful|great|kind|nice, vehicle, apointment, appoinment, appointement, plesase, pleas, plase, pls, plz, kind, patient, job, whew, phew, yay, detials, anything, something there,
    i hope so|this|that|it works $, i hope this|that one works, celebrating, we are|were celebrating, funny, in particular, appointments,
    a, an, and, also, by the way, lets, all, am, are, as, be, both, by, did, do, does, everything, every, each, exact,
    for me|us, great job, had, has, have, i, id, ill, im, is, it, its, itself, ll, me, my, now, of, oh, on,
    our, please, pls, plz, s, so, some, that, thats, thatll, thatd, the, their, them, then, there, these,
    theyre, they, this, those, to, too, um, uh, umm, er, hmm, hm, mm, ah, aw, us, very, really, pretty,
    quite, just, simply, completely, entirely, like, want, wanted, was, we, were, what, which, will, with,
    would, wouldve, you, your, youre, youve, well, thank, thanks, thank you, thankyou, thx, ty, much,
    so much, a lot, lot, kindly, dear, buddy, man, sir, maam, lol, excuse me, hello, hi, appreciate, sound,
    sounds, look, looks, looking, seem, fits, info, information, detail, details, booking, bookings,
    reservation, reservations, appointment, appointments, order, ticket, tickets, table, room, place, plan,
    schedule, request, thing, things, option, choice, one, time, date, day, need, needed, needs, asked,
    said, say, mentioned, listed, provided, given, gave, stated, go, all the,
    if you would|could|will|can please?, by me, to me, with me, of that|it|those|them|this, here, it is, up,
    out, off to, can, get, got, make, made, ahead, be there, way, sense, part, heard, hear, itll, itd, bet,
    help, helping, right now, right away, why not, nothing else, no worries, o clock, oclock, th, st, nd,
    rd, pm, p, m, people, person, persons, party, guests, at, in, from, under, further, same, again,
    correctly, assistance, patience, restaurant, seat, seats, visit, clinic, salon, doctor, dentist, store,
    shop, hotel, car, house, flight, movie, song, event, rental, purchase, reserved, booked, scheduled,
    finally, however you like, i see, im good, i am good, were good, we are good, im fine, im all set,
    i am all set, good for now, im done, goodbye, bye, good bye, to proceed, looking forward,
    looking forward to it, only, as well, in fact, im ok|okay|fine|good, i am ok|okay|fine, forward,
    good morning|afternoon|evening|night, that|this time|date|day, the other day, see you,
    see you soon|later|there|then, have a good|great|nice day|evening|night|one";

/// The end of a talk. After a mere "that's okay" it rather declines.
const CLOSING: &str = "
    that|thats is? all the information|info|help i need|needed, i should be all? set, thats everything, that|thats is? all i need|needed, all i need|needed, thats it for now,
    that will be everything, that is|will|would be? all $, thats|thatll|thatd be? all $,
    that is|will|would be? all for #, thats|thatll|thatd be? all for #";

/// What a side question or a request asks for.
const INFO: &str = "
    refund, refundable, refunds, refund the|my|this|it ticket|tickets?, money back, my money back, number, names, cancellation policy|fee|fees|charge, cost|price|total for?, price, prices, pricing, cost, rating, ratings, location, menu $, the|their|your|its menu $, contact, email, website, hours,
    directions, map, review, reviews, parking, fee, fees, total, address and phone, city, area";

/// What there may be of at another time.
const VACANCY: &str = "
    available, availability, free, open, opening, openings, slot, slots, spot, possible, vacancy";

/// Puts something else forward, in a question's form.
const PROPOSAL: &str = "
    which|what table|seat|section|area|spot|booth|chair,
    how about, what about, is|was it|that|this for|at|on|under|the, did you say|put|book|write|get|hear,
    are we|you still? booked|down|talking, can|could we do|try|make|have, can|could it be, would it be possible,
    is it possible, can|could i do|try|make, is|are there? anything|something available|free|open|else?,
    any chance|possibility|availability, is|are there? any chance|possibility|availability|slots|openings";

const CORRECTION: &str = "
    actually, make it|that|them|this|me, lets make it|that|do, lets try, i said, sorry, im sorry,
    i am sorry, oops, my bad, apologies";
