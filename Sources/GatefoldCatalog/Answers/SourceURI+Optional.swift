// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The text of a URI, where there is an id.
func sourceURI(_ kind: SourceURI.Kind, _ id: String?, _ source: String) -> String? {
    id.map { SourceURI(source: source, kind: kind, id: $0).text }
}
