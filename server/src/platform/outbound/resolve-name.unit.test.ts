import { createSocket, type Socket } from "node:dgram";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLookup } from "./resolve-name.ts";

const A = 1;
const AAAA = 28;
const NAME_ERROR = 3;

/** The name server's records: address bytes, keyed by name and record type. It does not reply to queries for other names. */
const ZONE: Record<string, Record<number, number[][]>> = {
  "both.example.com": { [A]: [[93, 184, 215, 14]], [AAAA]: [[0x26, 6, ...Array<number>(13).fill(0), 1]] },
  "four.example.com": {
    [A]: [
      [1, 1, 1, 1],
      [1, 0, 0, 1],
    ],
  },
  "none.example.com": {},
};

let server: Socket;
beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const labels: string[] = [];
    for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
      labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
    const records = ZONE[labels.join(".").toLowerCase()];
    if (!records) return;
    const answers = records[question.readUInt16BE(end - 4)] ?? [];
    const head = Buffer.from(question.subarray(0, end));
    const isEmpty = Object.keys(records).length === 0;
    head.writeUInt16BE(0x8180 | (isEmpty ? NAME_ERROR : 0), 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    const kind = question.subarray(end - 4, end);
    const rows = answers.map((bytes) =>
      Buffer.from([0xc0, 12, ...kind, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    server.send(Buffer.concat([head, ...rows]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

function ask(name: string, all: boolean): Promise<unknown> {
  const lookup = createLookup([`127.0.0.1:${server.address().port}`]);
  return new Promise((resolve, reject) => {
    lookup(name, { all }, (error, address) => (error ? reject(error) : resolve(address)));
  });
}

test("returns all addresses of a name, IPv4 first", async () => {
  expect(await ask("both.example.com", true)).toEqual([
    { address: "93.184.215.14", family: 4 },
    { address: "2606::1", family: 6 },
  ]);
  expect(await ask("four.example.com", true)).toEqual([
    { address: "1.1.1.1", family: 4 },
    { address: "1.0.0.1", family: 4 },
  ]);
  expect(await ask("both.example.com", false)).toBe("93.184.215.14");
});

test.each(["localhost", "LOCALHOST.", "service.localhost"])(
  "resolves %s to this machine without a query",
  async (name) => {
    expect(await ask(name, false)).toBe("127.0.0.1");
  },
);

test("an unknown name fails as not found", async () => {
  await expect(ask("none.example.com", true)).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("a query times out if the name server does not reply", { timeout: 20_000 }, async () => {
  const before = performance.now();
  await expect(ask("silent.example.com", true)).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(performance.now() - before).toBeLessThan(10_000);
});
