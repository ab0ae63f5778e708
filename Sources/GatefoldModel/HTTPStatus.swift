// SPDX-License-Identifier: MPL-2.0

/// A status of HTTP as a user reads it, such as "404 Not Found".
package func httpStatusText(_ status: Int) -> String {
    "\(status)" + (reasons[status].map { " " + $0 } ?? "")
}

private let reasons: [Int: String] = [
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 416: "Range Not Satisfiable", 429: "Too Many Requests",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
]
