//! The report as one page: plots, tables, the machine. It needs nothing but itself.

use std::fmt::Write;

use plotters::{
    prelude::{
        ChartBuilder, IntoDrawingArea, IntoFont, LineSeries, PathElement, RGBColor, SVGBackend,
        SeriesLabelPosition, WHITE,
    },
    style::{Color, TextStyle},
};
use turno_command::Failure;

use super::report::{Percentiles, Report};

const SIZE: (u32, u32) = (900, 340);
const BLUE: RGBColor = RGBColor(31, 95, 168);
const ORANGE: RGBColor = RGBColor(200, 92, 20);
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}\
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}\
td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}code{background:#f3f3f3;padding:.1rem .3rem}\
.wrong{color:#a00}";

/// A line of a plot.
struct Line {
    name: &'static str,
    color: RGBColor,
    points: Vec<(f64, f64)>,
}

/// A plot's words.
struct Words {
    title: &'static str,
    x: &'static str,
    y: &'static str,
}

/// The page.
///
/// # Errors
/// Where a plot cannot be drawn.
pub(super) fn page(report: &Report) -> Result<String, Failure> {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Turno under load</title><style>{STYLE}</style>\
         <h1>{:.0} turns a second</h1><p>{}.</p>",
        report.turns_per_second,
        escaped(&report.load.told())
    );
    page.push_str(&latencies(report));
    page.push_str(&curve(report)?);
    page.push_str(&latency_over_time(report)?);
    page.push_str(&throughput_over_time(report)?);
    page.push_str(&checks(report));
    page.push_str(&facts(report));
    page.push_str("</html>\n");
    Ok(page)
}

fn latencies(report: &Report) -> String {
    let mut table =
        String::from("<table><tr><th>ms<th>turns<th>p50<th>p90<th>p99<th>p99.9<th>largest<th>mean</tr>");
    row(&mut table, "turn", &report.latency_ms);
    for (nth, of_turn) in report.by_turn_ms.iter().enumerate() {
        row(&mut table, &format!("turn {} of the booking", nth + 1), of_turn);
    }
    row(&mut table, "sent late by", &report.send_lag_ms);
    if let Some(store) = &report.store {
        row(&mut table, "commit of the store alone", &store.alone.latency_ms);
    }
    table.push_str("</table>");
    if let Some(store) = &report.store {
        let _ = write!(
            table,
            "<p>The store alone, {} tasks: {:.0} commits/s. Turns/s are {:.2} of that; the median turn takes {:.2} \
             median commits.</p>",
            store.alone.tasks, store.alone.commits_per_second, store.rate_ratio, store.p50_ratio
        );
    }
    table
}

fn row(table: &mut String, name: &str, of: &Percentiles) {
    let _ = write!(
        table,
        "<tr><td>{name}<td>{}<td>{:.3}<td>{:.3}<td>{:.3}<td>{:.3}<td>{:.3}<td>{:.3}</tr>",
        of.count, of.p50, of.p90, of.p99, of.p999, of.max, of.mean
    );
}

/// Over the share of turns that took longer, so that the tail is seen.
fn curve(report: &Report) -> Result<String, Failure> {
    let mut points = Vec::new();
    for step in 0..=200_u32 {
        let nines = f64::from(step) / 40.0;
        let quantile = 1.0 - 10_f64.powf(-nines);
        if report.latency.is_empty() || 10_f64.powf(nines) > report.latency.len() as f64 {
            break;
        }
        points.push((nines, report.latency.value_at_quantile(quantile) as f64 / 1e6));
    }
    let lines = [Line { name: "latency", color: BLUE, points }];
    let words = Words { title: "Latency by percentile", x: "percentile", y: "ms" };
    plot(&words, &lines, &|nines| format!("{}%", trimmed(100.0 * (1.0 - 10_f64.powf(-nines)))))
}

fn latency_over_time(report: &Report) -> Result<String, Failure> {
    let of = |value: fn(&super::report::SecondTold) -> f64| -> Vec<(f64, f64)> {
        report.series.iter().map(|told| (told.second as f64, value(told))).collect()
    };
    let lines = [
        Line { name: "p50", color: BLUE, points: of(|told| told.p50_ms) },
        Line { name: "p99", color: ORANGE, points: of(|told| told.p99_ms) },
    ];
    let words = Words { title: "Latency over time", x: "second", y: "ms" };
    plot(&words, &lines, &trimmed)
}

fn throughput_over_time(report: &Report) -> Result<String, Failure> {
    let lines = [Line {
        name: "turns/s",
        color: BLUE,
        points: report.series.iter().map(|told| (told.second as f64, told.replies as f64)).collect(),
    }];
    let words = Words { title: "Turns a second over time", x: "second", y: "turns/s" };
    plot(&words, &lines, &trimmed)
}

fn checks(report: &Report) -> String {
    let class = if report.is_right() { "" } else { " class=\"wrong\"" };
    let told = escaped(&report.bookings.told()).replace('\n', "<br>");
    let mut text = format!("<h2>Checks</h2><p{class}>{told}");
    for (name, count) in report.errors.iter().chain(&report.unexpected) {
        let _ = write!(text, "{count} × {}<br>", escaped(name));
    }
    text.push_str("</p>");
    text
}

fn facts(report: &Report) -> String {
    let machine = &report.machine;
    let mut text = format!(
        "<h2>Where</h2><p>{}, {} cores, {} GiB; {}; Turno {} ({}); {}</p><p><code>{}</code></p>",
        escaped(&machine.processor),
        machine.cores,
        machine.memory_gib,
        escaped(&machine.system),
        machine.version,
        machine.profile,
        machine.at,
        escaped(&machine.command)
    );
    if let Some(daemon) = &report.daemon {
        let _ = write!(
            text,
            "<p>The daemon: {:.0} MiB now, {:.0} MiB at most; {:.0} µs of processor time a turn.</p>",
            daemon.resident_mib,
            daemon.resident_peak_mib,
            report.daemon_microseconds_per_turn.unwrap_or_default()
        );
    }
    text
}

fn plot(words: &Words, lines: &[Line], x_label: &dyn Fn(f64) -> String) -> Result<String, Failure> {
    let mut drawing = String::new();
    draw(&mut drawing, words, lines, x_label)
        .map_err(|error| Failure::Told(format!("the plot {:?} cannot be drawn: {error}", words.title)))?;
    Ok(drawing)
}

fn draw(
    drawing: &mut String,
    words: &Words,
    lines: &[Line],
    x_label: &dyn Fn(f64) -> String,
) -> Result<(), Box<dyn std::error::Error>> {
    let largest = |value: fn(&(f64, f64)) -> f64| {
        lines.iter().flat_map(|line| line.points.iter().map(value)).fold(0.0, f64::max)
    };
    // A plot of nothing still needs a size.
    let (x_max, y_max) = (largest(|point| point.0).max(0.1), largest(|point| point.1).max(0.001));
    let area = SVGBackend::with_string(drawing, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let font = |size: u32| TextStyle::from(("sans-serif", size).into_font());
    let mut chart = ChartBuilder::on(&area)
        .caption(words.title, font(18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..x_max, 0.0..y_max * 1.08)?;
    chart
        .configure_mesh()
        .x_desc(words.x)
        .y_desc(words.y)
        .x_label_formatter(&|value| x_label(*value))
        .y_label_formatter(&|value| trimmed(*value))
        .label_style(font(12))
        .axis_desc_style(font(13))
        .draw()?;
    for line in lines {
        let color = line.color;
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)))?
            .label(line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    if lines.len() > 1 {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font(font(12))
            .background_style(WHITE.mix(0.8))
            .draw()?;
    }
    area.present()?;
    Ok(())
}

/// Without the zeros that say nothing.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
