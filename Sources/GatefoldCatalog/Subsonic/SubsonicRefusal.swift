// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Why a server's answer is none.
enum SubsonicRefusal: Error, Sendable, Hashable {
    /// An error of the API, and the version of it that the server speaks.
    case code(Int, message: String, version: String?)
    /// A status of HTTP.
    case status(HTTPResponse)
    /// Such as the login page of a proxy.
    case webPage
    /// The server does not know `f=json`.
    case xml
    case senseless

    /// The server wants the password itself, and does not get it.
    case passwordWanted

    /// What a user reads, and can do about it.
    func error(source: String, user: String) -> SourceError {
        switch self {
        case .code(let code, let message, _):
            let sentence = Self.sentence(code, source, user)
            return SourceError(
                Self.kind(code),
                sentence
                    ?? "“\(source)” says: \(message.isEmpty ? "error \(code)" : quoted(message))")
        case .status(let response) where [404, 405, 410, 501].contains(response.status):
            return SourceError(
                .unsupported,
                "“\(source)”: the server does not know how to do this, or its address is not right."
            )
        case .status(let response): return SourceError(response, source: source)
        case .webPage:
            return SourceError(
                .failed,
                "“\(source)”: a web page answers at its address, not a Subsonic server: check the"
                    + " address.")
        case .xml:
            return SourceError(
                .unsupported, "“\(source)”: the server is too old to answer in JSON: update it.")
        case .senseless: return .senseless(source)
        case .passwordWanted:
            return SourceError(
                .unauthorised,
                "“\(source)”: the server wants the password itself, which is only sent over https:"
                    + " give it an https address.")
        }
    }

    private static func kind(_ code: Int) -> SourceError.Code {
        switch code {
        case 10: .invalid
        case 40...44: .unauthorised
        case 50, 60: .notAllowed
        case 70: .notFound
        default: .failed
        }
    }

    /// Nil where only the server knows more.
    private static func sentence(
        _ code: Int, _ source: String, _ user: String
    ) -> String? {
        switch code {
        case 20: "“\(source)”: the server wants a newer Gatefold."
        case 30: "“\(source)”: the server is too old: update it."
        case 40:
            "“\(source)”: the server does not accept the user name or password: run `gatefold"
                + " source add …` again."
        case 41, 42: "“\(source)”: the server accepts no password of “\(user)”."
        case 50: "“\(source)”: “\(user)” may not do this there: its administrator can allow it."
        case 60: "“\(source)”: the trial period of the server is over."
        case 70: "“\(source)” does not have this."
        default: nil
        }
    }
}
