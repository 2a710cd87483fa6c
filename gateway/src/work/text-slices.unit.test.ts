import { createHash, randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { sliceText } from "./text-slices.ts";

const noise = randomBytes(30_000).toString("base64");
const listSlices = (text: string) => [...sliceText(text)].map((slice) => slice.text);

/** Returns the sample positions that an attacker could compute from the code without the process's secret. */
function expectedByWriter(text: string): string[] {
  const places = createHash("sha256").update(text).digest();
  const stretch = text.length / 32;
  return Array.from({ length: 32 }, (_, index) => {
    const start = Math.floor(index * stretch + ((places[index] ?? 0) / 256) * (stretch - 512));
    return text.slice(start, start + 512);
  });
}

test("the samples of long text without spaces are the same on each count", () => {
  expect(listSlices(noise)).toHaveLength(32);
  expect(listSlices(noise)).toEqual(listSlices(noise));
});

test("sample positions cannot be predicted from the text", () => {
  expect(listSlices(noise)).not.toEqual(expectedByWriter(noise));
});

test("each process uses different sample positions", async () => {
  vi.resetModules();
  const other = await import("./text-slices.ts");
  expect([...other.sliceText(noise)].map((slice) => slice.text)).not.toEqual(listSlices(noise));
});
