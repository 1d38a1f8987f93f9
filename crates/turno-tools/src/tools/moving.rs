//! A booking that goes elsewhere: its old hold is let go of and the new one taken in one batch.

use turno_business::{
    Business, Kind,
    book::{Ledgers, forget_booking, ledgers_for, write_booking, write_days},
    record::{Booking, Kept},
};
use turno_runtime::port::{Batch, Store, ToolError};

pub(super) struct Move {
    /// The ledgers of where it goes, without the old hold.
    pub(super) ledgers: Ledgers,
    kept: Kept<Booking>,
    shares_ledgers: bool,
    batch: Batch,
}

impl Move {
    /// Lets go of the old hold.
    pub(super) async fn begin(
        store: &dyn Store,
        business: &Business,
        kept: Kept<Booking>,
        branch: &str,
    ) -> Result<Self, ToolError> {
        let old = &kept.record;
        let mut batch = Batch::default();
        let mut ledgers = ledgers_for(business, branch);
        let shares_ledgers = match business.kind {
            Kind::Restaurant => branch == old.branch,
            Kind::Clinic | Kind::Shop => true,
        };
        if shares_ledgers {
            ledgers.read_around(store, old.date).await?;
            ledgers.release(old.date, &old.code);
        } else {
            let mut left = ledgers_for(business, &old.branch);
            left.read_around(store, old.date).await?;
            left.release(old.date, &old.code);
            left.write(&mut batch, [old.date])?;
        }
        Ok(Self { ledgers, kept, shares_ledgers, batch })
    }

    /// The booking as it was.
    pub(super) fn old(&self) -> &Booking {
        &self.kept.record
    }

    /// Takes the new hold.
    pub(super) fn finish(mut self, business: &Business, new: &Booking) -> Result<Batch, ToolError> {
        let old = self.kept.record;
        self.batch.expect(self.kept.key, Some(self.kept.bytes));
        forget_booking(business, &old, &mut self.batch);
        write_booking(business, &mut self.ledgers, new, &mut self.batch)?;
        if self.shares_ledgers && new.date != old.date {
            self.ledgers.write(&mut self.batch, [old.date])?;
        }
        write_days(business, &self.ledgers, new, &mut self.batch)?;
        Ok(self.batch)
    }
}
