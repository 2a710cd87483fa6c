import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ChannelStream } from "./channel-stream.ts";
import { type ChannelMessage, Channels } from "./channels.ts";

/** Creates the two ends of a connection between two processes. */
function connection(): { ours: ChannelStream; theirs: ChannelStream; sent: ChannelMessage[] } {
  const sent: ChannelMessage[] = [];
  const over = (other: () => Channels) => (message: ChannelMessage) => {
    sent.push(message);
    const copy = structuredClone(message);
    setImmediate(() => other().receive(copy));
  };
  const here: Channels = new Channels(over(() => there));
  const there: Channels = new Channels(over(() => here));
  const { number, line } = here.begin();
  return { ours: new ChannelStream(line), theirs: new ChannelStream(there.open(number)), sent };
}

/** Reads everything that arrives, without closing the stream. */
async function read(stream: ChannelStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  await once(stream, "end");
  return Buffer.concat(pieces);
}

const MANY = Buffer.alloc(16 * 1024 * 1024, "0123456789");

test("data written on either end arrives complete and in order on the other end", async () => {
  const { ours, theirs } = connection();
  for (let at = 0; at < MANY.length; at += 1_000_000) ours.write(MANY.subarray(at, at + 1_000_000));
  ours.end();
  theirs.end(MANY);
  const [there, here] = await Promise.all([read(theirs), read(ours)]);
  expect(there.equals(MANY)).toBe(true);
  expect(here.equals(MANY)).toBe(true);
});

test("a writer sends at most a few chunks ahead of the reader, and all data arrives", async () => {
  const { ours, theirs, sent } = connection();
  for (let piece = 0; piece < 100; piece++) ours.write(Buffer.alloc(100_000));
  for (let turns = 0; turns < 50; turns++) await turn();
  expect(sent.length).toBeLessThan(5);
  ours.end();
  expect(await read(theirs)).toHaveLength(10_000_000);
});

test("data that has arrived completely is read after the other end closes", async () => {
  const { ours, theirs } = connection();
  ours.end("the last words");
  theirs.end();
  ours.resume();
  await once(ours, "close");
  for (let turns = 0; turns < 5; turns++) await turn();
  expect((await read(theirs)).toString()).toBe("the last words");
});

test("closing one end early closes the other end and ends its pending writes", async () => {
  const { ours, theirs } = connection();
  const written = new Promise((resolve) => theirs.write(MANY, resolve));
  theirs.on("error", () => undefined);
  ours.destroy();
  expect(await written).toBeInstanceOf(Error);
  expect(theirs.destroyed).toBe(true);
});

test("a process that exits closes all its channels", async () => {
  const lines = new Channels(() => undefined);
  const [first, second] = [new ChannelStream(lines.open(1)), new ChannelStream(lines.open(2))];
  const closed = Promise.all([once(first, "close"), once(second, "close")]);
  lines.closeAll();
  await closed;
  expect([first.destroyed, second.destroyed]).toEqual([true, true]);
});
