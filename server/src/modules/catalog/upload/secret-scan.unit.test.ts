import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { scanForSecrets } from "./secret-scan.ts";

/** The same table tests the scanner of Python files. */
const FILE = new URL("../../../../../runtime/protocol/secret-cases.json", import.meta.url);
const Cases = z.object({
  found: z.array(z.object({ what: z.string(), pieces: z.array(z.string()) })),
  left_alone: z.array(z.string()),
});
const cases = Cases.parse(JSON.parse(readFileSync(FILE, "utf8")));

test.each(cases.found)("finds $what and names the line, not the secret", ({ what, pieces }) => {
  const secret = pieces.join("");
  const finding = scanForSecrets(`import os\n\n${secret}\n`);
  expect(finding).toMatchObject({ ok: false, line: 3, detail: expect.stringContaining(what) });
  expect(JSON.stringify(finding)).not.toContain(secret);
});

test.each(cases.left_alone)("ignores %s", (line) => {
  expect(scanForSecrets(line)).toMatchObject({ ok: true });
});

test("scans a megabyte on one line in bounded time", () => {
  const started = performance.now();
  for (const piece of ["key", "a", "sk-", "token = '", "AKIA", "BEGIN "])
    scanForSecrets(piece.repeat((1 << 20) / piece.length));
  expect(performance.now() - started).toBeLessThan(5000);
});
