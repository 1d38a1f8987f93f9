//! The words that tell what is done to a list of items.

use crate::pack::Tagged;

pub(super) static ADD: Tagged = Tagged::new("item_lists_add");
pub(super) static REMOVE: Tagged = Tagged::new("item_lists_remove");
pub(super) static CHANGE: Tagged = Tagged::new("item_lists_change");
/// What keeps the items named after it and no others: "nada más el mole".
pub(super) static ONLY: Tagged = Tagged::new("item_lists_only");
/// The same, said of the rest: "quita todo menos el mole".
pub(super) static ALL_BUT: Tagged = Tagged::new("item_lists_all_but");
/// What may stand between that and the first item.
pub(super) static ONLY_LEADS: Tagged = Tagged::new("item_lists_only_leads");
/// The same, after the item: "el mole nada más".
pub(super) static ONLY_AFTER: Tagged = Tagged::new("item_lists_only_after");
/// What says that something is put to the rest after all.
pub(super) static AS_WELL: Tagged = Tagged::new("item_lists_as_well");
/// What wants an order after all, and so ends "quita".
pub(super) static WANT: Tagged = Tagged::new("item_lists_want");
pub(super) static OF_THEM: Tagged = Tagged::new("item_lists_of_them");

pub(super) static TAKE_IT_OFF: Tagged = Tagged::new("item_lists_take_it_off");
