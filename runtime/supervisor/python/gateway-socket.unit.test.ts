import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LAUNCHERS, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";

/** Simulates a gateway over real sockets. It responds with hashes of request bodies, streams and large bodies. */
function makeHttpServer(): Server {
  return createServer((request, response) => {
    const hash = createHash("sha256");
    request.on("data", (chunk) => hash.update(chunk));
    request.on("end", () => {
      if (request.url === "/v1/chat/completions") {
        response.setHeader("content-type", "application/json");
        const content = `Bearer token: ${request.headers.authorization}`;
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      } else if (request.url === "/large") response.end(LARGE);
      else response.end(hash.digest("hex"));
    });
  });
}

const LARGE = randomBytes(3 << 20);
describe.each(LAUNCHERS)("in %s", (_name, parents) => {
  let test: TestRuntime;
  const http = makeHttpServer();

  beforeAll(async () => {
    test = await openTestRuntime({ parents });
  });
  afterAll(async () => {
    http.close();
    await test.close();
  });

  function run(source: string) {
    return runAgent(test.runtime, source, {
      connectGateway: (socket) => void http.emit("connection", socket),
      limits: { processes: 40 },
    });
  }

  it("an agent reaches the gateway through stoa.model with its token", async () => {
    const { receipt } = await run("import stoa\ndef main(message): return stoa.model().complete(message)");
    expect(receipt.error).toBeUndefined();
    expect(receipt.output).toBe("Bearer token: Bearer token-of-this-run");
  });

  it("large bodies are passed unchanged in both directions", async () => {
    const source = `
import hashlib, urllib.request
def main(message):
    body = bytes(range(256)) * 8192
    sent = urllib.request.urlopen("http://127.0.0.1:8741/hash", body).read().decode()
    large = urllib.request.urlopen("http://127.0.0.1:8741/large").read()
    return [sent == hashlib.sha256(body).hexdigest(), hashlib.sha256(large).hexdigest()]
`;
    const { receipt } = await run(source);
    expect(receipt.output).toEqual([true, createHash("sha256").update(LARGE).digest("hex")]);
  });

  it("twenty simultaneous calls succeed", async () => {
    const source = `
import urllib.request
from concurrent.futures import ThreadPoolExecutor
def call(number):
    return len(urllib.request.urlopen("http://127.0.0.1:8741/hash", b"x" * number).read())
def main(message):
    with ThreadPoolExecutor(20) as pool: return sum(pool.map(call, range(100)))
`;
    expect((await run(source)).receipt.output).toBe(6400);
  });

  it("a client that has closed its side of the connection still gets the response", async () => {
    const source = `
import socket
def main(message):
    with socket.create_connection(("127.0.0.1", 8741)) as s:
        s.sendall(b"POST /hash HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
        s.shutdown(socket.SHUT_WR)
        data = b""
        while part := s.recv(65536): data += part
    return data.split(b" ")[1]
`;
    expect((await run(source)).receipt.output).toBe("200");
  });

  it("small calls are not delayed by Nagle's algorithm", async () => {
    const source = `
import http.client, time
def main(message):
    connection = http.client.HTTPConnection("127.0.0.1", 8741)
    start = time.monotonic()
    for _ in range(50):
        connection.request("POST", "/hash", b"x"); connection.getresponse().read()
    return time.monotonic() - start
`;
    // 50 delayed acknowledgments of 40 ms would take 2 s.
    expect((await run(source)).receipt.output).toBeLessThan(1.6);
  });

  it("connections that the agent leaves open are closed when its run ends", async () => {
    const closed = new Promise<void>((resolve) =>
      http.once("connection", (socket) => socket.on("close", resolve)),
    );
    // Only the first connection is certain: the run may end before the gateway has accepted the others.
    const source = `
import socket
def main(message):
    global kept
    kept = [socket.create_connection(("127.0.0.1", 8741)) for _ in range(100)]
    kept[0].sendall(b"POST /hash HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\n\\r\\n")
    kept[0].recv(12)
    return len(kept)
`;
    expect((await run(source)).receipt.output).toBe(100);
    await closed;
  });
});
