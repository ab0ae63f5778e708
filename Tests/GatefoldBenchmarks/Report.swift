// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// Prints figures in columns, and remembers which limits were missed.
struct Report {
    private(set) var misses: [String] = []

    func heading(_ title: String, _ columns: String...) {
        standardOutput("\n")
        row(title, columns)
    }

    func row(_ name: String, _ columns: String...) {
        row(name, columns)
    }

    /// A figure that has no limit.
    func figure(_ name: String, _ values: String...) {
        row(name, values)
    }

    /// A figure that has one.
    mutating func figure(
        _ name: String, _ value: Double, atMost limit: Double, _ unit: String = ""
    ) {
        let isMet = value <= limit
        row(
            name, "\(value.text) \(unit)", "limit \(limit.text)",
            isMet ? "ok" : "MISSED")
        if !isMet { miss("\(name): \(value.text) \(unit), limit \(limit.text)") }
    }

    /// A ratio that may not be smaller.
    mutating func figure(_ name: String, _ value: Double, notBelow limit: Double) {
        let isMet = value >= limit
        row(name, value.text, "limit \(limit.text)", isMet ? "ok" : "MISSED")
        if !isMet { miss("\(name): \(value.text), limit \(limit.text)") }
    }

    mutating func miss(_ what: String) {
        misses.append(what)
    }

    func conclude() {
        standardOutput(misses.isEmpty ? "\nEvery limit is met.\n" : "\nMissed:\n")
        for miss in misses { standardOutput("  \(miss)\n") }
    }

    private func row(_ name: String, _ columns: [String]) {
        let name = name + String(repeating: " ", count: max(0, 30 - name.count))
        let columns = columns.map {
            String(repeating: " ", count: max(0, 13 - $0.count)) + $0
        }
        standardOutput(name + columns.joined(separator: " ") + "\n")
    }
}

extension Double {
    /// Two decimals below ten, one below a thousand, none above.
    var text: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let scale = magnitude < 10 ? 100 : magnitude < 1000 ? 10 : 1
        let scaled = Int((self * Double(scale)).rounded())
        guard scale > 1 else { return "\(scaled)" }
        let digits = "\(scaled.magnitude % UInt(scale))"
        let zeros = String(repeating: "0", count: "\(scale)".count - 1 - digits.count)
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(scale)).\(zeros)\(digits)"
    }
}

/// Measured values of one kind.
struct Samples {
    private(set) var values: [Double] = []

    mutating func append(_ value: Double) {
        values.append(value)
    }

    var median: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }
    var largest: Double { quantile(1) }

    /// The smallest value that at least this part of all does not exceed.
    private func quantile(_ part: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let index = Int((Double(values.count) * part).rounded(.up)) - 1
        return values.sorted()[max(0, min(values.count - 1, index))]
    }
}
