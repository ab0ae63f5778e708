// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@Suite struct `The URI of something in an online source` {
    @Test(arguments: ["tr-2", "7", "a/b c", "ö%2F?#", "🎵"])
    func `is read as it was written`(id: String) {
        let uri = SourceURI(source: "at home/1", kind: .song, id: id)
        #expect(SourceURI(uri.text) == uri)
    }

    @Test func `is a URI, whatever the server calls its things`() {
        let uri = SourceURI(source: "home", kind: .album, id: "ö/ %")
        #expect(uri.text == "gatefold:at/home/album/%C3%B6%2F%20%25")
    }

    @Test(arguments: [
        "gatefold:album/12", "gatefold:at/home/song", "gatefold:at/home/song/",
        "gatefold:at//song/1", "gatefold:at/home/thing/1", "file:///a", "",
    ])
    func `is nothing else`(text: String) {
        #expect(SourceURI(text) == nil)
    }

    @Test func `is not taken for one of the library`() {
        #expect(LibraryURI("gatefold:at/home/song/1") == nil)
    }
}
