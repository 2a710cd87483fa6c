import { lookup } from "node:dns";
import { expect, test } from "vitest";
import { HOST, http, OTHER_HOST, readText, useOutbound } from "./outbound.fixture.ts";
import { scriptedLookup } from "./raw-server.fixture.ts";
import { REDIRECTS_FAIL } from "./redirect.ts";

const server = useOutbound();
const inside = { code: "address_refused" };

test.each([
  "https://127.0.0.1/",
  "https://localhost/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "http://127.0.0.1/",
])("refuses %s before it connects", async (url) => {
  await expect(server().ask({ url }, { allow: [], lookup })).rejects.toMatchObject(inside);
});

test.each([
  ["loopback", ["127.0.0.1"]],
  ["metadata", ["169.254.169.254"]],
  ["wrapped", ["::ffff:10.0.0.1"]],
  ["a public address and a private one", [["1.1.1.1", "10.0.0.1"]]],
])("refuses a host name that resolves to %s", async (_what, answers) => {
  const { ask, requests } = server();
  const { lookup } = scriptedLookup({ [HOST]: answers });
  await expect(ask({}, { allow: [], lookup })).rejects.toMatchObject(inside);
  expect(requests).toEqual([]);
});

test("a connection resolves its host name once and uses the checked address", async () => {
  const { outbound, port, answer, requests } = server();
  const { lookup, asked } = scriptedLookup({ [HOST]: ["127.0.0.1", "127.0.0.2"] });
  answer((socket) => socket.end(http("200 OK", { connection: "close" }, "fine")));
  const way = outbound({ lookup });
  const request = {
    method: "GET",
    url: new URL(`https://${HOST}:${port}/`),
    headers: {},
    redirects: REDIRECTS_FAIL,
    bounds: { connectMs: 2000, headMs: 2000, idleMs: 2000, totalMs: 5000, maxBytes: 1000 },
  };
  expect(await readText(await way.request(request))).toBe("fine");
  expect(asked).toEqual([HOST]);
  await expect(way.request(request)).rejects.toMatchObject(inside);
  expect(asked).toEqual([HOST, HOST]);
  expect(requests).toHaveLength(1);
});

test.each([
  "https://127.0.0.2/",
  "https://169.254.169.254/",
  "https://[::ffff:10.0.0.1]/",
  "https://0x7f.2/",
  `https://${OTHER_HOST}/`,
])("refuses a redirect to %s", async (location) => {
  const { ask, answer, requests } = server();
  const { lookup } = scriptedLookup({ [HOST]: ["127.0.0.1"], [OTHER_HOST]: ["10.0.0.1"] });
  answer((socket) => socket.end(http("302 Found", { location })));
  await expect(ask({}, { lookup })).rejects.toMatchObject(inside);
  expect(requests).toHaveLength(1);
});

test("refuses plain http to an address that the operator does not allow", async () => {
  const { ask } = server();
  const { lookup } = scriptedLookup({ [HOST]: ["1.1.1.1"] });
  await expect(ask({ url: `http://${HOST}/` }, { lookup })).rejects.toMatchObject({
    code: "address_refused",
    message: expect.stringContaining("https"),
  });
});

test("refuses a server without a valid certificate for the host name", async () => {
  const { ask, port, requests } = server();
  const { lookup } = scriptedLookup({ "evil.example.com": ["127.0.0.1"], [HOST]: ["127.0.0.1"] });
  await expect(ask({ host: "evil.example.com" }, { lookup })).rejects.toMatchObject({ code: "tls" });
  await expect(ask({ url: `https://${HOST}:${port}/` }, { ca: undefined })).rejects.toMatchObject({
    code: "tls",
  });
  await expect(ask({ host: "nowhere.example.com" })).rejects.toMatchObject({ code: "not_found" });
  expect(requests).toEqual([]);
});
