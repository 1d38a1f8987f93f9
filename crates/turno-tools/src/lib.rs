//! The built-in tools: bookings, orders, menus, hours, hand-offs.
