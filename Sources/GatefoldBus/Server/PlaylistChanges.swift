// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel

/// A method that changes a playlist which there is: the same of the library and of online sources,
/// by the URI that is its first argument.
@PlayerActor
struct PlaylistChange {
    let name: String
    let arguments: [DBusArgument]
    let documentation: String
    let edit: @PlayerActor (DBusInvocation) -> LibraryEdit

    private init(
        _ name: String, _ arguments: [(String, DBusSignature)], _ documentation: String,
        _ edit: @escaping @PlayerActor (DBusInvocation) -> LibraryEdit
    ) {
        self.name = name
        self.arguments = arguments.map { DBusArgument(name: $0.0, signature: $0.1) }
        self.documentation = documentation
        self.edit = edit
    }

    static let all = [
        PlaylistChange(
            "RenamePlaylist", [("uri", "s"), ("name", "s")], "Gives it another name."
        ) { .renamePlaylist($0.text(0), name: $0.text(1)) },
        PlaylistChange("DeletePlaylist", [("uri", "s")], "The songs stay.") {
            .deletePlaylist($0.text(0))
        },
        PlaylistChange(
            "AddToPlaylist", [("uri", "s"), ("uris", "as"), ("index", "i")],
            "Inserts them so that the first stands at the index, counted from 0; -1 is the end."
        ) { call in
            let index = call.arguments[2].int32Value ?? -1
            return .addToPlaylist(
                call.text(0), sources: call.texts(1), index: index < 0 ? nil : Int(index))
        },
        PlaylistChange(
            "RemoveFromPlaylist", [("uri", "s"), ("entries", "ax")],
            "Takes entries out, which Content names."
        ) { call in
            .removeFromPlaylist(
                call.text(0),
                entries: call.arguments[1].arrayValue?.compactMap(\.int64Value) ?? [])
        },
        PlaylistChange(
            "MoveInPlaylist", [("uri", "s"), ("entry", "x"), ("index", "u")],
            "Moves an entry so that it stands at the index, counted from 0."
        ) { call in
            .movePlaylistEntry(
                call.text(0), entry: call.arguments[1].int64Value ?? 0,
                index: Int(call.arguments[2].uint32Value ?? 0))
        },
    ]
}

extension DBusInvocation {
    func text(_ index: Int) -> String { arguments[index].stringValue ?? "" }
    func texts(_ index: Int) -> [String] { arguments[index].stringsValue ?? [] }
}
