// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// Now, in seconds since 1970.
func secondsSince1970() -> Int64 { Int64(g_get_real_time() / 1_000_000) }

/// An ISO 8601 time in nanoseconds since 1970; nil if it is none.
///
/// One without a zone is taken as UTC, and one without a time as the beginning of its day.
func isoNanoseconds(_ text: String) -> Int64? {
    let text = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    let zone = g_time_zone_new_utc()
    defer { g_time_zone_unref(zone) }
    guard let date = g_date_time_new_from_iso8601(text, zone) else { return nil }
    defer { g_date_time_unref(date) }
    let microseconds =
        Int64(g_date_time_to_unix(date)) * 1_000_000 + Int64(g_date_time_get_microsecond(date))
    // The years end with 9999, nanoseconds in 2262.
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    return overflow ? nil : nanoseconds
}

/// A date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), in seconds
/// since 1970; nil if it is none.
func httpDate(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2]) else {
        return nil
    }
    let day = words[1].count == 1 ? "0" + words[1] : String(words[1])
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return isoNanoseconds("\(words[3])-\(number)-\(day)T\(words[4])Z").map { $0 / 1_000_000_000 }
}

private let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
