import { expect, test } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedHttp } from "../../http/scripted-http.fixture.ts";
import { rssFeedRead } from "./rss-feed-read.ts";

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<item><title>One</title><link>https://example.com/1</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate><guid>1</guid><description>&lt;b&gt;Bold&lt;/b&gt; text</description><place>Rome</place></item>
<item><title>Two</title><link>https://example.com/2</link></item></channel></rss>`;
const ATOM = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>E</title><link href="https://example.com/e"/><id>e</id><updated>2026-01-02T10:00:00Z</updated></entry></feed>`;

const ONE = {
  title: "One",
  link: "https://example.com/1",
  pubDate: "Fri, 02 Jan 2026 10:00:00 GMT",
  content: "<b>Bold</b> text",
  contentSnippet: "Bold text",
  guid: "1",
  isoDate: "2026-01-02T10:00:00.000Z",
};
const TWO = { title: "Two", link: "https://example.com/2" };

test("returns an item for each entry", async () => {
  const http = createScriptedHttp([{ body: FEED }]);
  const { outputs, items } = await runNode({
    type: rssFeedRead,
    version: 1.2,
    parameters: { url: "https://example.com/feed" },
    services: { http },
  });
  expect(outputs).toEqual([[ONE, TWO]]);
  expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
  expect(http.requests[0]?.headers.accept).toContain("application/rss+xml");
});

test("returns a feed's custom fields if requested", async () => {
  const { outputs } = await runNode({
    type: rssFeedRead,
    version: 1.2,
    parameters: { url: "https://example.com/feed", options: { customFields: "place" } },
    services: { http: createScriptedHttp([{ body: FEED }]) },
  });
  expect(outputs[0]?.[0]).toEqual({ ...ONE, place: "Rome" });
});

test("reads an Atom feed", async () => {
  const { outputs } = await runNode({
    type: rssFeedRead,
    version: 1.1,
    parameters: { url: "https://example.com/feed" },
    services: { http: createScriptedHttp([{ body: ATOM }]) },
  });
  expect(outputs).toEqual([
    [
      {
        title: "E",
        link: "https://example.com/e",
        pubDate: "2026-01-02T10:00:00.000Z",
        id: "e",
        isoDate: "2026-01-02T10:00:00.000Z",
      },
    ],
  ]);
});

test.each([
  [1, 1],
  [1.1, 2],
])("version %s reads the feed of %s of two items", async (version, count) => {
  const http = createScriptedHttp(() => ({ body: FEED }));
  const { error } = await runNode({
    type: rssFeedRead,
    version,
    parameters: { url: "={{ $json.url }}" },
    items: [{ url: "https://example.com/1" }, { url: "https://example.com/2" }],
    services: { http },
  });
  expect(error).toBeUndefined();
  expect(http.requests).toHaveLength(count);
});

test.each([
  ["a missing URL", "", {}, /has to be set/],
  ["an invalid URL", "feed", {}, /The provided "URL" is not valid!/],
  ["a server that refuses", "https://example.com", { status: 404 }, /Status code 404/],
  ["a page that is not a feed", "https://example.com", { body: "<html></html>" }, /not recognized as RSS/],
  [
    "custom entities",
    "https://example.com",
    { body: '<!DOCTYPE r [<!ENTITY a "b">]><rss>&a;</rss>' },
    /entity/,
  ],
])("reports an error for %s", async (_, url, answer, expected) => {
  const { error } = await runNode({
    type: rssFeedRead,
    version: 1.2,
    parameters: { url },
    services: { http: createScriptedHttp([answer]) },
  });
  expect(error?.message).toMatch(expected);
});
