import { createDescribedNode } from "../create-described-node.ts";
import { byCursor, byOffset, type PagingStyle } from "../paging-styles.ts";
import { collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadValue } from "../service-description.ts";

const BY_OFFSET = byOffset("offset", "limit", 50);

/** Returns the ID in a URI such as `spotify:track:4uLU6`, or the ID itself. */
const readId =
  (name: string): ReadValue =>
  (context, itemIndex) =>
    context.text(name, itemIndex).split(":").at(-1);
const ID = { id: readId("id") };

const get = (path: string, output?: string): OperationDescription => ({
  method: "GET",
  path,
  pathValues: ID,
  ...(output !== undefined && { output }),
});
const list = (path: string, at = "items", paging: PagingStyle = BY_OFFSET): OperationDescription => ({
  method: "GET",
  path,
  pathValues: ID,
  list: { at, paging },
});
const search = (kind: string): OperationDescription => ({
  ...list("/search", `${kind}s.items`),
  query: fields({ q: param("query"), type: kind }, collection("filters")),
});
const play = (method: "POST" | "PUT", path: string): OperationDescription => ({
  method,
  path: `/me/player${path}`,
  output: () => ({ success: true }),
});

const PLAYER: OperationTable = {
  "player.addSongToQueue": { ...play("POST", "/queue"), query: fields({ uri: param("id") }) },
  "player.currentlyPlaying": get("/me/player/currently-playing"),
  "player.nextSong": play("POST", "/next"),
  "player.pause": play("PUT", "/pause"),
  "player.previousSong": play("POST", "/previous"),
  "player.recentlyPlayed": list(
    "/me/player/recently-played",
    "items",
    byCursor({ cursor: "before", at: "cursors.before", size: "limit", max: 50 }),
  ),
  "player.resume": play("PUT", "/play"),
  "player.startMusic": { ...play("PUT", "/play"), body: fields({ context_uri: param("id") }) },
  "player.volume": {
    ...play("PUT", "/volume"),
    query: fields({ volume_percent: param("volumePercent", undefined, 50) }),
  },
};

const CATALOG: OperationTable = {
  "album.get": get("/albums/{id}"),
  "album.getNewReleases": {
    ...list("/browse/new-releases", "albums.items"),
    query: fields(collection("filters")),
  },
  "album.getTracks": list("/albums/{id}/tracks"),
  "album.search": search("album"),
  "artist.get": get("/artists/{id}"),
  "artist.getAlbums": list("/artists/{id}/albums"),
  "artist.getRelatedArtists": get("/artists/{id}/related-artists", "artists"),
  "artist.getTopTracks": {
    ...get("/artists/{id}/top-tracks", "tracks"),
    query: fields({ country: param("country", undefined, "US") }),
  },
  "artist.search": search("artist"),
  "track.get": get("/tracks/{id}"),
  "track.getAudioFeatures": get("/audio-features/{id}"),
  "track.search": search("track"),
};

const OWN: OperationTable = {
  "library.getLikedTracks": list("/me/tracks"),
  "myData.getFollowingArtists": {
    ...list(
      "/me/following",
      "artists.items",
      byCursor({ cursor: "after", at: "artists.cursors.after", size: "limit", max: 50 }),
    ),
    query: () => ({ type: "artist" }),
  },
  "playlist.add": {
    method: "POST",
    path: "/playlists/{id}/tracks",
    pathValues: ID,
    query: fields({ uris: param("trackID") }, collection("additionalFields")),
  },
  "playlist.create": {
    method: "POST",
    path: "/me/playlists",
    body: fields({ name: param("name") }, collection("additionalFields")),
  },
  "playlist.delete": {
    method: "DELETE",
    path: "/playlists/{id}/tracks",
    pathValues: ID,
    body: (context, itemIndex) => ({ tracks: [{ uri: context.text("trackID", itemIndex) }] }),
  },
  "playlist.get": get("/playlists/{id}"),
  "playlist.getTracks": list("/playlists/{id}/tracks"),
  "playlist.getUserPlaylists": list("/me/playlists"),
  "playlist.search": search("playlist"),
};

/** The player, the catalog and playlists: https://developer.spotify.com/documentation/web-api */
export const SPOTIFY = createDescribedNode({
  types: ["n8n-nodes-base.spotify"],
  versions: [1],
  service: "spotify",
  standard: {
    resource: "player",
    operations: {
      album: "get",
      artist: "get",
      library: "getLikedTracks",
      myData: "getFollowingArtists",
      player: "addSongToQueue",
      playlist: "add",
      track: "get",
    },
  },
  operations: { ...PLAYER, ...CATALOG, ...OWN },
});
