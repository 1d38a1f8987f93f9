//! The tools.

mod appointment;
mod availability;
mod call;
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

use turno_business::{Businesses, catalog::Shelves};
use turno_runtime::port::Tool;

use call::served;

/// All tools of Turno's own, over these businesses.
pub fn builtin_tools(businesses: Arc<Businesses>) -> Vec<Arc<dyn Tool>> {
    let shelves = Arc::new(Shelves::default());
    vec![
        served(availability::CheckAvailability { shelves: Arc::clone(&shelves) }, &businesses),
        served(reservation::CreateReservation, &businesses),
        served(reservation::ModifyReservation, &businesses),
        served(cancel::Cancel::reservation(), &businesses),
        served(appointment::CreateAppointment, &businesses),
        served(appointment::ModifyAppointment, &businesses),
        served(cancel::Cancel::appointment(), &businesses),
        served(find::FindBookings, &businesses),
        served(hours::GetBusinessHours, &businesses),
        served(info::GetBusinessInfo, &businesses),
        served(menu::GetMenu, &businesses),
        served(services::GetServices, &businesses),
        served(staff::GetStaffInfo, &businesses),
        served(quote::QuoteOrder, &businesses),
        served(order::CreateOrder, &businesses),
        served(order_status::GetOrderStatus { name: "get_order_status" }, &businesses),
        served(order_status::GetOrderStatus { name: "check_order_status" }, &businesses),
        served(products::SearchProducts { shelves }, &businesses),
        served(lead::CreateLead, &businesses),
        served(ticket::CreateSupportTicket, &businesses),
        served(schedule::ScheduleAppointment, &businesses),
        served(transfer::TransferToHuman, &businesses),
        served(notify::NotifyTeam, &businesses),
    ]
}
