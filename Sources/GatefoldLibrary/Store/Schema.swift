// SPDX-License-Identifier: MPL-2.0

/// The tables of the library, and how older ones become those of today.
///
/// A track is the row of one file and outlives it: a file that is gone is *missing*, keeps what was
/// played of it, and is found again when it turns up elsewhere. `missing` and all other times are
/// nanoseconds since 1970; zero is never. Paths are bytes.
enum Schema {
    /// The steps from an empty database to today's: the version is the number of those taken.
    private static let steps = [first, second]

    static var latest: Int { steps.count }

    /// - Parameter target: the version that it is to have; an earlier one for tests.
    /// - Throws: `.newer` for the database of a later version.
    static func prepare(_ database: Database, to target: Int = latest) throws(LibraryError) {
        try database.script(
            """
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -4096;
            PRAGMA temp_store = MEMORY;
            PRAGMA secure_delete = OFF;
            PRAGMA synchronous = FULL;
            """)
        let version = try version(of: database)
        if version == target { return }
        guard version < target else { throw LibraryError(.newer, database.operation) }
        try database.script(
            "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;")
        try database.transaction { () throws(LibraryError) in
            // Somebody else may have been faster.
            for step in steps.prefix(target).dropFirst(try Self.version(of: database)) {
                try database.script(step)
            }
            try database.script("PRAGMA user_version = \(target)")
        }
    }

    private static func version(of database: Database) throws(LibraryError) -> Int {
        try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
    }

    private static let first = """
        -- What the user had added. A folder that is not there, such as that of a disk which is not
        -- plugged in, is not available, and its tracks are missing until it comes back.
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            added INTEGER NOT NULL,
            scanned INTEGER NOT NULL DEFAULT 0,
            available INTEGER NOT NULL DEFAULT 1
        ) STRICT;

        -- Every folder with music in it. The digest is that of names, sizes and times of its music
        -- files as they were read; null if something of it has still to be read.
        CREATE TABLE directory (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            digest INTEGER
        ) STRICT;

        CREATE TABLE artist (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            sort_key TEXT NOT NULL,
            musicbrainz TEXT,
            tracks INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX artist_order ON artist (sort_key);

        CREATE TABLE genre (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            tracks INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- Its identity is the title, the album artist of the tags, and the folder.
        CREATE TABLE album (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identity BLOB NOT NULL UNIQUE,
            title TEXT NOT NULL,
            title_key TEXT NOT NULL,
            artist TEXT NOT NULL DEFAULT '',
            artist_key TEXT NOT NULL DEFAULT '',
            released TEXT,
            original TEXT,
            compilation INTEGER NOT NULL DEFAULT 0,
            added INTEGER NOT NULL DEFAULT 0,
            length INTEGER NOT NULL DEFAULT 0,
            musicbrainz TEXT,
            tracks INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX album_order ON album (title_key);
        CREATE INDEX album_artist_order ON album (artist_key, released, title_key);

        -- Lists are joined by U+001F. The fingerprint and the identity find a file that was moved.
        CREATE TABLE track (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            directory INTEGER NOT NULL REFERENCES directory,
            name BLOB NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            missing INTEGER NOT NULL DEFAULT 0,
            added INTEGER NOT NULL,
            fingerprint INTEGER,
            identity INTEGER,
            title TEXT NOT NULL,
            title_key TEXT NOT NULL,
            artists TEXT NOT NULL,
            artist_key TEXT NOT NULL,
            album INTEGER REFERENCES album,
            album_artists TEXT NOT NULL,
            genres TEXT NOT NULL,
            composers TEXT NOT NULL,
            disc_number INTEGER,
            track_number INTEGER,
            bpm INTEGER,
            released TEXT,
            original TEXT,
            compilation INTEGER NOT NULL DEFAULT 0,
            length INTEGER NOT NULL DEFAULT 0,
            track_gain REAL,
            track_peak REAL,
            album_gain REAL,
            album_peak REAL,
            musicbrainz TEXT,
            UNIQUE (directory, name)
        ) STRICT;
        CREATE INDEX track_album ON track (album, disc_number, track_number);
        CREATE INDEX track_title ON track (title_key) WHERE missing = 0;
        CREATE INDEX track_artist_title ON track (artist_key, album) WHERE missing = 0;
        CREATE INDEX track_added ON track (added) WHERE missing = 0;
        CREATE INDEX track_lost_fingerprint ON track (fingerprint) WHERE missing > 0;
        CREATE INDEX track_lost_identity ON track (identity) WHERE missing > 0;

        CREATE TABLE track_artist (
            track INTEGER NOT NULL REFERENCES track ON DELETE CASCADE,
            artist INTEGER NOT NULL REFERENCES artist,
            PRIMARY KEY (track, artist)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artist_track ON track_artist (artist, track);

        CREATE TABLE track_genre (
            track INTEGER NOT NULL REFERENCES track ON DELETE CASCADE,
            genre INTEGER NOT NULL REFERENCES genre,
            PRIMARY KEY (track, genre)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX genre_track ON track_genre (genre, track);

        -- What the user did. Favourite is when it became one.
        CREATE TABLE history (
            track INTEGER PRIMARY KEY REFERENCES track ON DELETE CASCADE,
            plays INTEGER NOT NULL DEFAULT 0,
            played INTEGER NOT NULL DEFAULT 0,
            skips INTEGER NOT NULL DEFAULT 0,
            skipped INTEGER NOT NULL DEFAULT 0,
            favourite INTEGER NOT NULL DEFAULT 0,
            rating REAL
        ) STRICT;
        CREATE INDEX history_plays ON history (plays) WHERE plays > 0;
        CREATE INDEX history_played ON history (played) WHERE played > 0;
        CREATE INDEX history_favourite ON history (favourite) WHERE favourite > 0;

        CREATE TABLE playlist (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            key TEXT NOT NULL,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            played INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- What is no track of the library, such as a stream, is only a URI and what was said of it.
        CREATE TABLE playlist_entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            playlist INTEGER NOT NULL REFERENCES playlist ON DELETE CASCADE,
            position INTEGER NOT NULL,
            track INTEGER REFERENCES track ON DELETE SET NULL,
            uri TEXT NOT NULL,
            title TEXT,
            artist TEXT,
            length INTEGER
        ) STRICT;
        CREATE INDEX playlist_order ON playlist_entry (playlist, position);
        CREATE INDEX playlist_track ON playlist_entry (track) WHERE track IS NOT NULL;
        CREATE INDEX playlist_foreign ON playlist_entry (uri) WHERE track IS NULL;

        -- Folded text, so that the tokenizer only separates words.
        CREATE VIRTUAL TABLE search USING fts5 (
            title, artist, album_artist, album, composer, genre,
            tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
        );
        CREATE VIRTUAL TABLE album_search USING fts5 (
            title, artist, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
        );
        CREATE VIRTUAL TABLE artist_search USING fts5 (
            name, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
        );

        -- How many tracks that are there an artist, a genre and an album have.
        CREATE TRIGGER track_artist_insert AFTER INSERT ON track_artist
        WHEN (SELECT missing FROM track WHERE id = new.track) = 0 BEGIN
            UPDATE artist SET tracks = tracks + 1 WHERE id = new.artist;
        END;
        CREATE TRIGGER track_artist_delete AFTER DELETE ON track_artist
        WHEN (SELECT missing FROM track WHERE id = old.track) = 0 BEGIN
            UPDATE artist SET tracks = tracks - 1 WHERE id = old.artist;
        END;
        CREATE TRIGGER track_genre_insert AFTER INSERT ON track_genre
        WHEN (SELECT missing FROM track WHERE id = new.track) = 0 BEGIN
            UPDATE genre SET tracks = tracks + 1 WHERE id = new.genre;
        END;
        CREATE TRIGGER track_genre_delete AFTER DELETE ON track_genre
        WHEN (SELECT missing FROM track WHERE id = old.track) = 0 BEGIN
            UPDATE genre SET tracks = tracks - 1 WHERE id = old.genre;
        END;
        CREATE TRIGGER track_insert AFTER INSERT ON track WHEN new.missing = 0 BEGIN
            UPDATE album SET tracks = tracks + 1 WHERE id = new.album;
        END;
        CREATE TRIGGER track_leaves AFTER UPDATE OF album, missing ON track
        WHEN old.missing = 0 BEGIN
            UPDATE album SET tracks = tracks - 1 WHERE id = old.album;
        END;
        CREATE TRIGGER track_enters AFTER UPDATE OF album, missing ON track
        WHEN new.missing = 0 BEGIN
            UPDATE album SET tracks = tracks + 1 WHERE id = new.album;
        END;
        CREATE TRIGGER track_missing AFTER UPDATE OF missing ON track
        WHEN (old.missing = 0) <> (new.missing = 0) BEGIN
            UPDATE artist SET tracks = tracks + CASE new.missing WHEN 0 THEN 1 ELSE -1 END
            WHERE id IN (SELECT artist FROM track_artist WHERE track = new.id);
            UPDATE genre SET tracks = tracks + CASE new.missing WHEN 0 THEN 1 ELSE -1 END
            WHERE id IN (SELECT genre FROM track_genre WHERE track = new.id);
        END;
        -- Only missing tracks are deleted: they are counted nowhere.
        CREATE TRIGGER track_delete AFTER DELETE ON track BEGIN
            DELETE FROM search WHERE rowid = old.id;
        END;
        CREATE TRIGGER album_delete AFTER DELETE ON album BEGIN
            DELETE FROM album_search WHERE rowid = old.id;
        END;
        CREATE TRIGGER artist_delete AFTER DELETE ON artist BEGIN
            DELETE FROM artist_search WHERE rowid = old.id;
        END;
        """

    private static let second = """
        -- A scan counts what it links by itself, once for many files: a trigger has SQLite keep a
        -- journal of the pages that each single row changes.
        DROP TRIGGER track_artist_insert;
        DROP TRIGGER track_artist_delete;
        DROP TRIGGER track_genre_insert;
        DROP TRIGGER track_genre_delete;
        DROP TRIGGER track_insert;

        -- The codes by which catalogues name recordings and the releases that they are on. Files that
        -- were read before are read again.
        ALTER TABLE track ADD COLUMN isrc TEXT;
        ALTER TABLE track ADD COLUMN upc TEXT;
        CREATE INDEX track_isrc ON track (isrc) WHERE isrc IS NOT NULL;
        CREATE INDEX track_upc ON track (upc) WHERE upc IS NOT NULL;
        UPDATE track SET modified = 0;
        UPDATE directory SET digest = NULL;
        """
}
