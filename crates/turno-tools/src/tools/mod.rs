//! The tools.

mod appointment;
mod availability;
mod cancel;
mod desk;
mod explain;
mod find;
mod hours;
mod in_stock;
mod info;
mod lead;
mod menu;
mod moving;
mod notify;
mod order;
mod order_status;
mod own;
mod places;
mod products;
mod quote;
mod reservation;
mod schedule;
mod services;
mod shipping;
mod staff;
mod ticket;
mod transfer;
mod wanted;
mod zone;

use std::sync::Arc;

use turno_business::{Businesses, business_of, catalog::Shelves};
use turno_runtime::port::Tool;

/// All tools of Turno's own, over these businesses.
pub fn builtin_tools(businesses: Arc<Businesses>) -> Vec<Arc<dyn Tool>> {
    let with = || Arc::clone(&businesses);
    let shelves = Arc::new(Shelves::default());
    vec![
        Arc::new(availability::CheckAvailability::new(with(), Arc::clone(&shelves))),
        Arc::new(reservation::CreateReservation::new(with())),
        Arc::new(reservation::ModifyReservation::new(with())),
        Arc::new(cancel::Cancel::reservation(with())),
        Arc::new(appointment::CreateAppointment::new(with())),
        Arc::new(appointment::ModifyAppointment::new(with())),
        Arc::new(cancel::Cancel::appointment(with())),
        Arc::new(find::FindBookings::new(with())),
        Arc::new(hours::GetBusinessHours::new(with())),
        Arc::new(info::GetBusinessInfo::new(with())),
        Arc::new(menu::GetMenu::new(with())),
        Arc::new(services::GetServices::new(with())),
        Arc::new(staff::GetStaffInfo::new(with())),
        Arc::new(quote::QuoteOrder::new(with())),
        Arc::new(order::CreateOrder::new(with())),
        Arc::new(order_status::GetOrderStatus::new("get_order_status", with())),
        Arc::new(order_status::GetOrderStatus::new("check_order_status", with())),
        Arc::new(products::SearchProducts::new(with(), shelves)),
        Arc::new(lead::CreateLead::new(with())),
        Arc::new(ticket::CreateSupportTicket::new(with())),
        Arc::new(schedule::ScheduleAppointment::new(with())),
        Arc::new(transfer::TransferToHuman::new(with())),
        Arc::new(notify::NotifyTeam::new(with())),
    ]
}
