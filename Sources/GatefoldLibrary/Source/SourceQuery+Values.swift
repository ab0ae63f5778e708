// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// A query of playlists in memory: files are not in the database.
extension SourceQuery {
    /// Whether the songs of a list are wanted as they are there, a song twice if it is there twice.
    var isWholeList: Bool {
        guard kind == .song, order == .natural, furtherOrders.isEmpty, conditions.isEmpty,
            case .of(let uri) = scope
        else { return false }
        switch LibraryURI(uri) {
        case .playlist, .list, .songs: return true
        case nil: return FileURI.decode(uri)?.isPlaylist ?? false
        case .album, .artist, .genre: return false
        }
    }

    /// Asks for one more than the page has, which says whether there is more.
    var withOneMore: SourceQuery {
        var query = self
        query.limit = limit.map { LibraryPage.oneMore(than: $0) }
        return query
    }

    /// Whether a file meets the conditions; what is in it is not looked at.
    func admits(_ item: SourceItem) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .text(let text): SearchWords(text)?.match(item.title) ?? true
            case .property(.uri, let values): values.contains(item.uri)
            case .property(.title, let values): values.contains(item.title)
            case .property, .compilation, .related: false
            }
        }
    }

    func precedes(_ left: SourceItem, _ right: SourceItem) -> Bool {
        for ordering in [Ordering(order, isDescending: isDescending)] + furtherOrders {
            let (left, right) = (left.rank(ordering.order), right.rank(ordering.order))
            if left != right { return ordering.isDescending ? right < left : left < right }
        }
        return (left.rank(.title), left.uri) < (right.rank(.title), right.uri)
    }
}

extension SourceItem {
    /// What a playlist is sorted by.
    fileprivate func rank(_ order: SourceQuery.Order) -> SourceRank {
        switch order {
        case .added: .time(added ?? 0)
        case .played: .time(played ?? 0)
        case .modified: .time(modified ?? 0)
        default: .text(SearchText.fold(title))
        }
    }
}

private enum SourceRank: Comparable {
    case time(Int64)
    case text(String)
}

extension FilePath {
    /// A file of a playlist, by its name.
    var isPlaylist: Bool { AudioFormats.playlistKind(fileExtension: fileExtension) != nil }
}
