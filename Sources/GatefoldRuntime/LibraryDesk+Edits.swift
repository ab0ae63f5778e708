// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

/// Changes to the library.
extension LibraryDesk {
    func edit(_ edit: LibraryEdit, then answer: @escaping Answer<String?>) {
        switch edit {
        case .exportPlaylist(let uri, let file, let replaces):
            export(uri, file, replaces: replaces, answer)
        // Files are looked for first.
        case .addFolder, .importPlaylist, .createPlaylist, .addToPlaylist:
            finder.perform {
                PreparedEdit(edit)
            } then: { [self] edit in
                make(edit, answer)
            }
        default: make(PreparedEdit(edit), answer)
        }
    }

    private func make(_ edit: PreparedEdit, _ answer: @escaping Answer<String?>) {
        store.write("changing the library") { (writer) throws(LibraryError) in
            try edit.make(writer)
        } then: {
            answer($0.mapError { SourceError($0) })
        }
    }

    private func export(
        _ uri: String, _ file: String, replaces: Bool, _ answer: @escaping Answer<String?>
    ) {
        store.read { (reader) throws(LibraryError) in
            try reader.playlist(at: uri)
        } then: { [finder] result in
            finder.perform {
                result.mapError { SourceError($0) }.flatMap {
                    PlaylistFile.write($0, to: file, replaces: replaces)
                }
            } then: {
                answer($0)
            }
        }
    }
}
