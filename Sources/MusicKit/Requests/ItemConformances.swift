// SPDX-License-Identifier: MPL-2.0

// What each item can be asked for by.

extension Song: FilterableMusicItem, SongFilter, MusicCatalogSearchable,
    MusicCatalogChartRequestable, MusicLibraryAddable, MusicLibraryRequestable,
    MusicLibrarySearchable, MusicPlaylistAddable, MusicRecentlyPlayedRequestable,
    LibrarySongFilter, LibrarySongSortProperties
{
    /// What a catalog finds it by.
    public typealias FilterType = any SongFilter
    /// What a library finds it by.
    public typealias LibraryFilter = any LibrarySongFilter
    /// What a library sorts it by.
    public typealias LibrarySortProperties = any LibrarySongSortProperties
}

extension Album: FilterableMusicItem, AlbumFilter, MusicCatalogSearchable,
    MusicCatalogChartRequestable, MusicLibraryAddable, MusicLibrarySectionRequestable,
    MusicLibrarySearchable, MusicPlaylistAddable, MusicPersonalRecommendationItem,
    LibraryAlbumFilter, LibraryAlbumSortProperties
{
    /// What a catalog finds it by.
    public typealias FilterType = any AlbumFilter
    /// What a library finds it by.
    public typealias LibraryFilter = any LibraryAlbumFilter
    /// What a library sorts it by.
    public typealias LibrarySortProperties = any LibraryAlbumSortProperties
}

extension Artist: FilterableMusicItem, ArtistFilter, MusicCatalogSearchable,
    MusicLibrarySectionRequestable, MusicLibrarySearchable, LibraryArtistFilter,
    LibraryArtistSortProperties
{
    /// What a catalog finds the artist by.
    public typealias FilterType = any ArtistFilter
    /// What a library finds the artist by.
    public typealias LibraryFilter = any LibraryArtistFilter
    /// What a library sorts the artist by.
    public typealias LibrarySortProperties = any LibraryArtistSortProperties

    /// How many albums there are.
    public var albumCount: Int { attributes.albumCount ?? albums?.count ?? 0 }
}

extension Playlist: FilterableMusicItem, PlaylistFilter, MusicCatalogSearchable,
    MusicCatalogChartRequestable, MusicLibraryAddable, MusicLibrarySectionRequestable,
    MusicLibrarySearchable, MusicPersonalRecommendationItem, LibraryPlaylistFilter,
    LibraryPlaylistSortProperties
{
    /// What a catalog finds it by.
    public typealias FilterType = any PlaylistFilter
    /// What a library finds it by.
    public typealias LibraryFilter = any LibraryPlaylistFilter
    /// What a library sorts it by.
    public typealias LibrarySortProperties = any LibraryPlaylistSortProperties
}

extension Genre: FilterableMusicItem, GenreFilter, MusicCatalogTopLevelResourceRequesting,
    MusicLibrarySectionRequestable, LibraryGenreFilter, LibraryGenreSortProperties
{
    /// What a catalog finds it by.
    public typealias FilterType = any GenreFilter
    /// What a library finds it by.
    public typealias LibraryFilter = any LibraryGenreFilter
    /// What a library sorts it by.
    public typealias LibrarySortProperties = any LibraryGenreSortProperties
}

extension MusicVideo: FilterableMusicItem, MusicVideoFilter, MusicCatalogSearchable,
    MusicCatalogChartRequestable, MusicLibraryAddable, MusicLibraryRequestable,
    MusicLibrarySearchable, MusicPlaylistAddable, LibraryMusicVideoFilter,
    LibraryMusicVideoSortProperties
{
    /// What a catalog finds it by.
    public typealias FilterType = any MusicVideoFilter
    /// What a library finds it by.
    public typealias LibraryFilter = any LibraryMusicVideoFilter
    /// What a library sorts it by.
    public typealias LibrarySortProperties = any LibraryMusicVideoSortProperties
}

extension Station: FilterableMusicItem, StationFilter, MusicCatalogSearchable,
    MusicRecentlyPlayedRequestable, MusicPersonalRecommendationItem
{
    /// What a catalog finds it by.
    public typealias FilterType = any StationFilter
}

extension Curator: FilterableMusicItem, CuratorFilter, MusicCatalogSearchable {
    /// What a catalog finds the curator by.
    public typealias FilterType = any CuratorFilter
}

extension RadioShow: FilterableMusicItem, RadioShowFilter, MusicCatalogSearchable {
    /// What a catalog finds it by.
    public typealias FilterType = any RadioShowFilter
}

extension RecordLabel: FilterableMusicItem, RecordLabelFilter, MusicCatalogSearchable {
    /// What a catalog finds it by.
    public typealias FilterType = any RecordLabelFilter
}

extension Track: MusicPlaylistAddable, MusicRecentlyPlayedRequestable {}
extension Playlist.Entry: MusicPlaylistAddable {}
