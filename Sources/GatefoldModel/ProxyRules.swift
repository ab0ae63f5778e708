// SPDX-License-Identifier: MPL-2.0

/// Which proxy a server is reached by, as the environment says: by the rules of libcurl, so that
/// sound goes the way that everything else goes.
package struct ProxyRules: Sendable {
    private let variable: @Sendable (String) -> String?

    /// - Parameter variable: of the environment.
    package init(_ variable: @escaping @Sendable (String) -> String?) {
        self.variable = variable
    }

    /// Nil where the server is asked itself.
    package func proxy(for url: String) -> String? {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let host = host(of: url)
        guard !host.isEmpty, !isDirect(host) else { return nil }
        // In capitals it could be a header of a request to a CGI script.
        let names =
            scheme == "http" ? ["http_proxy"] : ["\(scheme)_proxy", "\(scheme)_proxy".uppercased()]
        return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(value).first
    }

    private func value(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func isDirect(_ host: String) -> Bool {
        let list = value("no_proxy") ?? value("NO_PROXY") ?? ""
        let names = list.lowercased().split { $0 == "," || $0.isWhitespace }
        return names.contains { name in
            let name = name.drop { $0 == "." }
            return name == "*" || name == host || host.hasSuffix("." + name)
        }
    }

    /// In lower case, without a port and the brackets of an IPv6 address.
    private func host(of url: String) -> String {
        let rest = url.drop { $0 != ":" }.dropFirst(3)
        let authority = rest.prefix { !"/?#".contains($0) }
        let place = authority.split(separator: "@").last ?? ""
        let host =
            place.hasPrefix("[")
            ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
        return host.lowercased()
    }
}
