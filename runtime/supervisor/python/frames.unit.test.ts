import { expect, it } from "vitest";
import { encodeRequest, FrameReader } from "./frames.ts";

function frame(kind: string, payload: string): Buffer {
  const header = Buffer.alloc(5);
  header.write(kind, "latin1");
  header.writeUInt32BE(Buffer.byteLength(payload), 1);
  return Buffer.concat([header, Buffer.from(payload)]);
}

const STREAM = Buffer.concat([frame("S", ""), frame("E", "é".repeat(300)), frame("Z", "{}")]);
const EXPECTED = [
  ["S", ""],
  ["E", "é".repeat(300)],
  ["Z", "{}"],
];

it.each([1, 2, 3, 5, 7, 64, 10_000])(
  "reads frames from a stream that arrives in chunks of size %i",
  (size) => {
    const reader = new FrameReader(1000);
    const frames = [];
    for (let start = 0; start < STREAM.length; start += size) {
      frames.push(...reader.push(STREAM.subarray(start, start + size)));
    }
    expect(frames.map(({ kind, payload }) => [kind, payload.toString()])).toEqual(EXPECTED);
  },
);

it("refuses kinds and sizes that no monitor writes", () => {
  expect(() => new FrameReader(10).push(frame("J", ""))).toThrow(RangeError);
  expect(() => new FrameReader(10).push(frame("E", "x".repeat(11)))).toThrow(RangeError);
});

it("encodes a request's length in bytes, not in characters", () => {
  const request = encodeRequest("J", { text: "é" });
  expect(request.readUInt32BE(1)).toBe(request.length - 5);
  expect(JSON.parse(request.subarray(5).toString())).toEqual({ text: "é" });
});
