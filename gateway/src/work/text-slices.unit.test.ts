import { createHash, randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { slicesOf } from "./text-slices.ts";

const noise = randomBytes(30_000).toString("base64");
const samplesOf = (text: string) => [...slicesOf(text)].map((slice) => slice.text);

/** Where a writer who knows the code, but no secret of the process, would expect the samples. */
function expectedByWriter(text: string): string[] {
  const places = createHash("sha256").update(text).digest();
  const stretch = text.length / 32;
  return Array.from({ length: 32 }, (_, index) => {
    const start = Math.floor(index * stretch + ((places[index] ?? 0) / 256) * (stretch - 512));
    return text.slice(start, start + 512);
  });
}

test("the samples of a long text without blanks are the same each time it is counted", () => {
  expect(samplesOf(noise)).toHaveLength(32);
  expect(samplesOf(noise)).toEqual(samplesOf(noise));
});

test("nobody can compute from a text where its samples are taken", () => {
  expect(samplesOf(noise)).not.toEqual(expectedByWriter(noise));
});

test("another process takes its samples elsewhere", async () => {
  vi.resetModules();
  const other = await import("./text-slices.ts");
  expect([...other.slicesOf(noise)].map((slice) => slice.text)).not.toEqual(samplesOf(noise));
});
