// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// A message with values in it.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A message without values.
    public init(stringLiteral value: String) {
        text = value
    }

    /// A message with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }

    /// A message in the manner of `printf`; an argument that is missing leaves its place as it is.
    init(format: String, _ arguments: [Any]) {
        var text = ""
        var rest = format[...]
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            guard let argument = arguments.popFirst(),
                let end = Self.endOfPlace(rest)
            else {
                text += "%"
                continue
            }
            let place = rest[..<end]
            text += place.contains("private") ? OSLogPrivacy.hidden : Self.spell(argument, place)
            rest = rest[end...]
        }
        self.text = text + rest
    }

    /// Behind the letter that says what is printed.
    private static func endOfPlace(_ rest: Substring) -> Substring.Index? {
        var start = rest.startIndex
        if rest.first == "{" {
            guard let brace = rest.firstIndex(of: "}") else { return nil }
            start = rest.index(after: brace)
        }
        return rest[start...].firstIndex { "@dDiuUxXoOfeEgGcCsSpaAF".contains($0) }
            .map(rest.index(after:))
    }

    private static func spell(_ argument: Any, _ place: Substring) -> String {
        let flags = place.drop { $0 == "{" || $0.isLetter || $0 == "}" || $0 == "," }
        if let number = argument as? Double, flags.contains(".") {
            return String(format: "%" + flags.filter { !$0.isLetter } + "f", number)
        }
        return "\(argument)"
    }
}

/// Collects the parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Makes room for a message.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Text of the program.
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// A value.
    public mutating func appendInterpolation<T>(
        _ value: T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(privacy.hides ? OSLogPrivacy.hidden : "\(value)")
    }

    /// An object or error; nil is written as `(null)`.
    public mutating func appendInterpolation<T>(
        _ value: T?, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        let shown = value.map { "\($0)" } ?? "(null)"
        text += align.apply(privacy.hides ? OSLogPrivacy.hidden : shown)
    }

    /// A whole number in a certain form.
    public mutating func appendInterpolation<T: BinaryInteger>(
        _ value: T, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(privacy.hides ? OSLogPrivacy.hidden : format.apply(value))
    }

    /// A number in a certain form.
    public mutating func appendInterpolation(
        _ value: Double, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(privacy.hides ? OSLogPrivacy.hidden : format.apply(value))
    }

    /// A number in a certain form.
    public mutating func appendInterpolation(
        _ value: Float, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        appendInterpolation(Double(value), format: format, align: align, privacy: privacy)
    }
}

/// Who may read a value in the log.
public struct OSLogPrivacy: Sendable {
    /// How a value is masked.
    public enum Mask: Sendable {
        /// By a fingerprint; here it is hidden.
        case hash
        /// Not at all.
        case none
    }

    let hides: Bool
    static let hidden = "<private>"

    /// Everybody, as a rule.
    public static let auto = OSLogPrivacy(hides: false)
    /// Everybody.
    public static let `public` = OSLogPrivacy(hides: false)
    /// Nobody.
    public static let `private` = OSLogPrivacy(hides: true)
    /// Nobody.
    public static let sensitive = OSLogPrivacy(hides: true)

    /// Everybody, as a rule.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// Nobody.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// Nobody.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
}

/// How a value fills a column.
public struct OSLogStringAlignment: Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// It takes the room it needs.
    public static let none = OSLogStringAlignment(columns: 0, isLeft: true)

    /// At the right of a column.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isLeft: false)
    }

    /// At the left of a column.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isLeft: true)
    }

    func apply(_ text: String) -> String {
        let padding = String(repeating: " ", count: max(0, columns - text.count))
        return isLeft ? text + padding : padding + text
    }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let prefix: String
    private let minDigits: Int
    private let isUppercase: Bool

    /// In decimal digits.
    public static let decimal = decimal()
    /// In hexadecimal digits.
    public static let hex = hex()
    /// In octal digits.
    public static let octal = OSLogIntegerFormatting(
        radix: 8, prefix: "", minDigits: 0, isUppercase: false)

    /// In decimal digits, at least so many.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 10, prefix: explicitPositiveSign ? "+" : "", minDigits: minDigits,
            isUppercase: false)
    }

    /// In hexadecimal digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, prefix: includePrefix ? "0x" : "", minDigits: minDigits,
            isUppercase: uppercase)
    }

    func apply(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
        return (value < 0 ? "-" : prefix) + zeros + digits
    }
}

/// How a number with a fraction is written.
public struct OSLogFloatFormatting: Sendable {
    private let format: String

    /// With six digits behind the point.
    public static let fixed = fixed(precision: 6)
    /// With an exponent.
    public static let exponential = OSLogFloatFormatting(format: "%e")
    /// As short as it can be.
    public static let hybrid = OSLogFloatFormatting(format: "%g")

    /// With so many digits behind the point.
    public static func fixed(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(precision())f")
    }

    func apply(_ value: Double) -> String { String(format: format, value) }
}
