import { expect, test } from "vitest";
import { HOST, http, OTHER_HOST, readText, useOutbound } from "./outbound.fixture.ts";
import { REDIRECTS_ARE_ANSWERS, REDIRECTS_FAIL } from "./redirect.ts";

const server = useOutbound();

/** Makes the server redirect requests to `/` and reply to all others with the request itself. */
function redirects(status: string, location: string): void {
  server().answer((socket, request) => {
    const [line = ""] = request.split("\r\n");
    const isFirst = / \/ /.test(line);
    socket.write(isFirst ? http(status, { location }) : http("200 OK", {}, request));
  });
}

test("follows a redirect within the service with its credentials", async () => {
  const { ask, port } = server();
  redirects("302 Found", `https://${OTHER_HOST}:${port}/there?x=1#part`);
  const asked: string[] = [];
  const answer = await ask({
    headers: { authorization: "Bearer secret" },
    redirects: {
      max: 1,
      canFollow: ({ method, url }) => {
        asked.push(`${method} ${url.host} ${url.pathname}`);
        return "with-credentials";
      },
    },
  });
  const text = await readText(answer);
  expect(text).toMatch(/^GET \/there\?x=1 HTTP/);
  expect(text).toContain("authorization: Bearer secret");
  expect(asked).toEqual([`GET ${OTHER_HOST}:${port} /there`]);
});

test("sends neither Authorization nor cookies after a redirect to another origin", async () => {
  const { ask, port } = server();
  const headers = { authorization: "Bearer secret", Cookie: "session=1", "x-page": "2" };
  redirects("302 Found", `https://${OTHER_HOST}:${port}/there`);
  const there = await readText(await ask({ headers }));
  expect(there).toMatch(/^GET \/there HTTP/);
  expect(there).toContain("x-page: 2");
  expect(there).not.toMatch(/authorization|cookie/i);
  redirects("302 Found", "/here");
  expect(await readText(await ask({ headers }))).toContain("authorization: Bearer secret");
});

test("an error thrown by the redirect policy ends the request with that error", async () => {
  const { ask, requests } = server();
  redirects("302 Found", "/next");
  const refusal = new Error("not declared");
  const canFollow = () => {
    throw refusal;
  };
  await expect(ask({ redirects: { max: 1, canFollow } })).rejects.toBe(refusal);
  expect(requests).toHaveLength(1);
});

test("follows a redirect from https to plain http if the policy allows it", async () => {
  const { ask } = server();
  redirects("302 Found", `http://${HOST}:1/`);
  const asked = ask({ redirects: { max: 1, allowsPlainHttp: true, canFollow: () => true } });
  await expect(asked).rejects.toMatchObject({ code: "unreachable" });
});

test("follows no redirect under the policies that return redirects or fail on them", async () => {
  const { ask, requests } = server();
  redirects("302 Found", "file:///etc/passwd");
  expect((await ask({ redirects: REDIRECTS_ARE_ANSWERS })).status).toBe(302);
  await expect(ask({ redirects: REDIRECTS_FAIL })).rejects.toMatchObject({ code: "bad_redirect" });
  expect(requests).toHaveLength(2);
});

test("does not follow a redirect that the policy denies", async () => {
  const { ask, requests } = server();
  redirects("302 Found", "https://evil.example.net/");
  await expect(
    ask({ redirects: { max: 1, canFollow: ({ url }) => url.host === HOST } }),
  ).rejects.toMatchObject({ code: "bad_redirect" });
  expect(requests).toHaveLength(1);
});

test.each([
  ["to plain http", `http://${HOST}/`],
  ["to another scheme", "file:///etc/passwd"],
  ["with a password in its URL", `https://user:password@${HOST}/`],
  ["without a host", "https://"],
  ["to a very long URL", `/${"x".repeat(9000)}`],
])("refuses a redirect %s", async (_what, location) => {
  const { ask, requests } = server();
  redirects("302 Found", location);
  await expect(ask()).rejects.toMatchObject({ code: "bad_redirect" });
  expect(requests).toHaveLength(1);
});

test("ends a redirect loop after the allowed number of redirects", async () => {
  const { ask, requests, answer } = server();
  answer((socket) => socket.write(http("302 Found", { location: "/" })));
  await expect(ask({ redirects: { max: 3, canFollow: () => true } })).rejects.toMatchObject({
    code: "bad_redirect",
  });
  expect(requests).toHaveLength(4);
});

test.each([
  ["303 See Other", "GET", ""],
  ["302 Found", "GET", ""],
  ["307 Temporary Redirect", "POST", "words"],
  ["308 Permanent Redirect", "POST", "words"],
])("after %s a POST continues as %s", async (status, method, body) => {
  const { ask } = server();
  redirects(status, "/next");
  const answer = await ask({ method: "POST", body: "words", headers: { "content-type": "text/plain" } });
  const [head = "", rest] = (await readText(answer)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^${method} /next `));
  expect(/content-type/i.test(head)).toBe(body !== "");
  expect(rest).toBe(body);
});
