import { testDescribedService } from "../described-service.fixture.ts";
import { SPOTIFY } from "./spotify.ts";

const TRACKS = Array.from({ length: 50 }, (_, index) => ({ track: { id: `t${index}` } }));

testDescribedService("Spotify", SPOTIFY, "spotify", {
  cases: [
    {
      name: "creates a playlist with additional fields",
      version: 1,
      parameters: {
        resource: "playlist",
        operation: "create",
        name: "Tea time",
        additionalFields: { description: "Slow", public: false },
      },
      replies: [{ status: 201, body: { id: "p1" } }],
      asks: [["POST /me/playlists", { name: "Tea time", description: "Slow", public: false }]],
      gives: [{ id: "p1" }],
    },
    {
      name: "returns all tracks of a playlist selected by URI, page by page",
      version: 1,
      parameters: {
        resource: "playlist",
        operation: "getTracks",
        id: "spotify:playlist:p1",
        returnAll: true,
      },
      replies: [{ body: { items: TRACKS } }, { body: { items: [{ track: { id: "last" } }] } }],
      asks: [
        ["GET /playlists/p1/tracks", { limit: "50" }],
        ["GET /playlists/p1/tracks", { limit: "50", offset: "50" }],
      ],
      gives: [...TRACKS, { track: { id: "last" } }],
    },
    {
      name: "adds a track to a playlist",
      version: 1,
      parameters: {
        resource: "playlist",
        id: "p1",
        trackID: "spotify:track:t1",
        additionalFields: { position: 0 },
      },
      replies: [{ body: { snapshot_id: "s" } }],
      asks: [["POST /playlists/p1/tracks", { uris: "spotify:track:t1", position: "0" }]],
      gives: [{ snapshot_id: "s" }],
    },
    {
      name: "searches tracks",
      version: 1,
      parameters: {
        resource: "track",
        operation: "search",
        query: "tea",
        limit: 1,
        filters: { market: "DE" },
      },
      replies: [{ body: { tracks: { items: [{ id: "t1" }] } } }],
      asks: [["GET /search", { q: "tea", type: "track", market: "DE", limit: "1" }]],
      gives: [{ id: "t1" }],
    },
    {
      name: "pauses the player",
      version: 1,
      parameters: { operation: "pause" },
      replies: [{ status: 204 }],
      asks: [["PUT /me/player/pause"]],
      gives: [{ success: true }],
    },
    {
      name: "returns followed artists after a cursor",
      version: 1,
      parameters: { resource: "myData", returnAll: true },
      replies: [
        { body: { artists: { items: [{ id: "a" }], cursors: { after: "a" } } } },
        { body: { artists: { items: [{ id: "b" }], cursors: { after: null } } } },
      ],
      asks: [
        ["GET /me/following", { type: "artist", limit: "50" }],
        ["GET /me/following", { type: "artist", limit: "50", after: "a" }],
      ],
      gives: [{ id: "a" }, { id: "b" }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "nextSong" },
    reply: {
      status: 404,
      body: { error: { status: 404, message: "Player command failed: No active device" } },
    },
    reason: "No active device",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "show", operation: "get" },
    reason: "the operation 'get' of the resource 'show' is not supported",
  },
});
