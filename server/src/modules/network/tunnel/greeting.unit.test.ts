import { type AddressInfo, createServer } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, test } from "vitest";
import { readHttpHost, readServerName } from "./greeting.ts";

/** Records the first bytes that a real TLS client sends. */
async function recordGreeting(servername: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.once("data", (data) => {
        resolve(data);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      connectTls({ host: "127.0.0.1", port, ...(servername !== "" && { servername }) }).on(
        "error",
        () => undefined,
      );
    });
    server.on("error", reject);
  });
}

/** Splits the handshake message of a ClientHello into records of these lengths. */
function splitRecords(greeting: Buffer, length: number): Buffer {
  const handshake = greeting.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < handshake.length; at += length) {
    const part = handshake.subarray(at, at + length);
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(records);
}

describe("the server name of a TLS ClientHello", () => {
  test("is read once the message is complete", async () => {
    const greeting = await recordGreeting("api.example.com");
    for (let length = 0; length < greeting.length; length += 1)
      expect(readServerName(greeting.subarray(0, length)).kind).toBe("incomplete");
    expect(readServerName(greeting)).toEqual({ kind: "host", host: "api.example.com" });
  });

  test.each([1, 3, 50])("is found in a message that is split into %i-byte records", async (length) => {
    const split = splitRecords(await recordGreeting("api.example.com"), length);
    expect(readServerName(split)).toEqual({ kind: "host", host: "api.example.com" });
  });

  test("is missing if the client names no server", async () => {
    expect(readServerName(await recordGreeting(""))).toEqual({ kind: "none" });
  });

  test("is missing in data that is not a TLS ClientHello", async () => {
    const greeting = await recordGreeting("api.example.com");
    const other = Buffer.from(greeting);
    other[5] = 2;
    for (const data of [
      Buffer.from("GET / HTTP/1.1\r\n"),
      other,
      Buffer.from([22, 3, 1, 0, 0, 22, 3, 1, 0, 0]),
    ])
      expect(readServerName(data)).toEqual({ kind: "none" });
  });

  test("is never read beyond the message, whatever its lengths say", async () => {
    const greeting = await recordGreeting("api.example.com");
    for (let at = 9; at < greeting.length; at += 1) {
      const lying = Buffer.from(greeting);
      lying[at] = 255;
      expect(() => readServerName(lying)).not.toThrow();
    }
  });
});

describe("the host of an HTTP request", () => {
  const read = (...lines: string[]) => readHttpHost(Buffer.from(lines.join("\r\n")));

  test("is its Host header, without a port", () => {
    expect(read("GET / HTTP/1.1", "HOST: Api.Example.com:80", "", "")).toEqual({
      kind: "host",
      host: "api.example.com",
    });
    expect(read("GET / HTTP/1.1", "Host: api.example.com")).toEqual({ kind: "incomplete" });
  });

  test("is missing if the request could be read as naming another host", () => {
    const none = { kind: "none" };
    expect(read("GET / HTTP/1.1", "", "")).toEqual(none);
    expect(read("GET / HTTP/1.1", "Host: a.example", "Host: b.example", "", "")).toEqual(none);
    expect(read("GET / HTTP/1.1", "Host: a.example", " b.example", "", "")).toEqual(none);
    expect(read("GET / HTTP/1.1", "Host : b.example", "Host: a.example", "", "")).toEqual(none);
    expect(read("GET / HTTP/1.1", "X: 1\nHost: b.example", "Host: a.example", "", "")).toEqual(none);
    expect(read("GET / HTTP/1.1\rHost: b.example", "Host: a.example", "", "")).toEqual(none);
    expect(read("GET http://b.example/ HTTP/1.1", "Host: a.example", "", "")).toEqual(none);
    expect(read("CONNECT b.example:443 HTTP/1.1", "Host: a.example", "", "")).toEqual(none);
    expect(read("GET http://a.example/ HTTP/1.1", "Host: a.example", "", "")).toEqual({
      kind: "host",
      host: "a.example",
    });
  });
});
