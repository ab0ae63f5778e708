// SPDX-License-Identifier: MPL-2.0

/// As much of a date tag as is a date in ISO 8601: `2024`, `2024-05`, `2024-05-06` or
/// `2024-05-06T07:08:09`; nil if it does not even begin with a year.
///
/// Taggers write zeros for what they do not know, such as `2024-00-00`.
func calendarDate(_ text: String) -> String? {
    guard let year = number(text.prefix(4), 4, in: 1...9999) else { return nil }
    var date = year
    var rest = text.dropFirst(4)
    for (separators, range) in [("-", 1...12), ("-", 1...31)] {
        guard let part = take(&rest, after: separators, in: range) else { return date }
        date += "-" + part
    }
    guard let hour = take(&rest, after: "T ", in: 0...23),
        let minute = take(&rest, after: ":", in: 0...59)
    else { return date }
    let second = take(&rest, after: ":", in: 0...60) ?? "00"
    return date + "T\(hour):\(minute):\(second)"
}

/// Two digits behind one of `separators`.
private func take(
    _ rest: inout Substring, after separators: String, in range: ClosedRange<Int>
) -> String? {
    guard let separator = rest.first, separators.contains(separator),
        let part = number(rest.dropFirst().prefix(2), 2, in: range)
    else { return nil }
    rest = rest.dropFirst(3)
    return part
}

private func number(_ text: Substring, _ digits: Int, in range: ClosedRange<Int>) -> String? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = Int(text), range.contains(value)
    else { return nil }
    return String(text)
}
