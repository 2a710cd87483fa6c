import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { http, readText, useOutbound } from "./outbound.fixture.ts";
import type { Script } from "./raw-server.fixture.ts";

const server = useOutbound();

const silent: Script = () => undefined;
const text =
  (answer: string | Buffer): Script =>
  (socket) =>
    void socket.write(answer);
const closing =
  (answer: string): Script =>
  (socket) =>
    void socket.end(answer);

test.each<[string, Script, string]>([
  ["never answers", silent, "timeout"],
  ["sends only an interim response", text("HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout"],
  ["begins its headers and stops", text("HTTP/1.1 200 OK\r\nx-half: y"), "timeout"],
  [
    "sends headers of 10 MB",
    text(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(10_000_000)}\r\n\r\n`),
    "bad_answer",
  ],
  ["speaks another protocol", text("SSH-2.0-OpenSSH_9.6\r\n"), "bad_answer"],
  ["hangs up", (socket) => socket.destroy(), "unreachable"],
  [
    "announces a body above the limit",
    text("HTTP/1.1 200 OK\r\ncontent-length: 100001\r\n\r\n"),
    "too_large",
  ],
  [
    "compresses its response although the request did not ask for it",
    text(http("200 OK", { "content-encoding": "gzip" }, "x")),
    "bad_answer",
  ],
])("ends the request with an error if a server %s", async (_what, script, code) => {
  const { ask, answer } = server();
  answer(script);
  await expect(ask({ bounds: { headMs: 300 } })).rejects.toMatchObject({ name: "OutboundError", code });
});

test.each<[string, Script, string]>([
  [
    "sends less than it announced",
    closing("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nten bytes."),
    "bad_answer",
  ],
  [
    "sends half a frame",
    closing("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf"),
    "bad_answer",
  ],
  [
    "sends a broken frame",
    text("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhalf\r\n"),
    "bad_answer",
  ],
  ["stops in the middle", text("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nten bytes."), "timeout"],
  [
    "never ends",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write("x".repeat(10_000)));
      };
      socket.on("drain", more);
      more();
    },
    "too_large",
  ],
])("fails during the response if a server %s", async (_what, script, code) => {
  const { ask, answer } = server();
  answer(script);
  const begun = await ask({ bounds: { idleMs: 300 } });
  expect(begun.status).toBe(200);
  await expect(readText(begun)).rejects.toMatchObject({ name: "OutboundError", code });
});

test("does not decompress a decompression bomb", async () => {
  const { ask, answer, requests } = server();
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  answer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  await expect(ask()).rejects.toMatchObject({ code: "bad_answer" });
  expect(requests[0]).toMatch(/accept-encoding: identity/i);
});

test("cuts off a server that sends slowly when the total time is over, even if nobody reads the response", async () => {
  const { ask, answer } = server();
  answer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const drip = setInterval(() => socket.write("."), 50);
    socket.on("close", () => clearInterval(drip));
  });
  const begun = await ask({ bounds: { totalMs: 1_500 } });
  await expect(readText(begun)).rejects.toMatchObject({ code: "timeout" });
  const unread = await ask({ bounds: { totalMs: 1_500 } });
  await new Promise((resolve) => unread.body.once("close", resolve));
  await expect(readText(unread)).rejects.toMatchObject({ code: "timeout" });
});

test("aborting ends the request before and during the response", async () => {
  const { ask, answer } = server();
  answer(silent);
  const early = new AbortController();
  const waiting = ask({ signal: early.signal });
  early.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  answer(text("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nten bytes."));
  const late = new AbortController();
  const begun = await ask({ signal: late.signal });
  late.abort();
  await expect(readText(begun)).rejects.toMatchObject({ code: "aborted" });
});

test("a response waits for its reader and does not fill memory", async () => {
  const { ask, answer } = server();
  let sent = 0;
  let stuck: () => void = () => undefined;
  const isStuck = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  answer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = () => {
      let goesOn = true;
      while (goesOn && !socket.destroyed) {
        sent += 64 * 1024;
        goesOn = socket.write(Buffer.alloc(64 * 1024));
      }
      const sentBy = sent;
      setTimeout(() => sentBy === sent && stuck(), 500);
    };
    socket.on("drain", more);
    more();
  });
  const { body } = await ask({ bounds: { maxBytes: 1e9 } });
  await isStuck;
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  body.destroy();
});

test("drops hop-by-hop headers and the cookies of the response", async () => {
  const { ask, answer, requests } = server();
  answer(
    text(
      http(
        "200 OK",
        {
          connection: "keep-alive, x-private",
          "x-private": "1",
          "set-cookie": "a=b",
          "proxy-authenticate": "Basic",
          "x-own": "2",
        },
        "fine",
      ),
    ),
  );
  const headers = {
    host: "other.example.com",
    connection: "upgrade",
    "transfer-encoding": "chunked",
    "content-length": "7",
    "proxy-authorization": "Basic x",
    "X-Own": "1",
  };
  const { headers: answered } = await ask({ headers });
  expect(answered).toEqual({ "content-length": "4", "x-own": "2" });
  const [request = ""] = requests;
  expect(request).toMatch(/^GET \/ HTTP\/1\.1\r\nhost: api\.example\.com:\d+\r\n/);
  expect(request).toContain("x-own: 1");
  expect(request).not.toMatch(/other\.example|upgrade|chunked|proxy|content-length/i);
});
