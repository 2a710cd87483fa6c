import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { LIMITS } from "@stoa/contract";
import { zipSync } from "fflate";
import { expect, it } from "vitest";
import * as z from "zod";
import { openArchive } from "./open-archive.ts";

const FILE = new URL("../../../../../../runtime/protocol/archive-cases.json", import.meta.url);
/** The tests of the `stoa` command read the same cases (runtime/python/stoa/tests/test_archive.py). */
const CASES = z
  .array(
    z.strictObject({
      what: z.string(),
      files: z.record(z.string(), z.string()),
      main: z.string().optional(),
      function: z.string().optional(),
      paths: z.array(z.string()).optional(),
      leftOut: z.array(z.string()).optional(),
      secrets: z.int().optional(),
      source: z.string().optional(),
      problem: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(FILE, "utf8")));

type Entry = string | Uint8Array | [Uint8Array, { attrs?: number; os?: number }];

/** Creates an archive as common tools do. */
function zip(files: Record<string, Entry>): Buffer {
  const entries = Object.entries(files).map(([path, entry]) => {
    const content = typeof entry === "string" ? Buffer.from(entry) : entry;
    return [path, content] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]));
}

const MAIN = "def main(message: str) -> str:\n    return message\n";
const open = (files: Record<string, Entry>) => openArchive(zip(files));

it.each(CASES.filter(({ problem }) => problem === undefined))("$what", async (example) => {
  const opened = await open(example.files);
  expect(opened.entry).toBe(example.main);
  expect(opened.function).toBe(example.function);
  if (example.paths) expect(opened.files.map(({ path }) => path)).toEqual(example.paths);
  expect(opened.leftOut.map(({ name }) => name).sort()).toEqual([...(example.leftOut ?? [])].sort());
  expect(opened.leftOut.filter(({ isSecret }) => isSecret)).toHaveLength(example.secrets ?? 0);
  if (example.source) expect(opened.source.toString()).toBe(example.source);
});

it.each(CASES.filter(({ problem }) => problem !== undefined))(
  "refuses an archive with $what",
  async (example) => {
    await expect(open(example.files)).rejects.toThrow(example.problem);
  },
);

it("two archives with the same files are stored as the same bytes", async () => {
  const one = await open({ "main.py": MAIN, "a.txt": "a" });
  const other = await open({ "folder/a.txt": "a", "folder/main.py": MAIN });
  expect(one.packed.equals(other.packed)).toBe(true);
});

const LINK = [Buffer.from("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] as Entry;
const BOMB = new Uint8Array(LIMITS.archiveMaxBytes + 1);

it.each<[string, Record<string, Entry>, string]>([
  ["a link", { "main.py": MAIN, secrets: LINK }, "secrets in the archive is a link or a device"],
  ["a zip bomb", { "main.py": MAIN, "zeros.bin": BOMB }, "The largest are zeros.bin (20.0 MiB)"],
])("refuses an archive with %s", async (_what, files, message) => {
  await expect(open(files)).rejects.toThrow(message);
});

it("refuses an archive with more files than an agent can have", async () => {
  const files = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`raw/f${index}.txt`, ""]));
  await expect(open({ "main.py": MAIN, ...files })).rejects.toThrow(
    "The archive has 502 files; at most 500 files are allowed. Most are in raw/ (501), the top (1).",
  );
});

it("refuses a file that is not an archive, an encrypted archive and a truncated one", async () => {
  await expect(openArchive(Buffer.from("PK nothing"))).rejects.toThrow("cannot be read");
  const whole = zip({ "main.py": MAIN.repeat(100) });
  await expect(openArchive(whole.subarray(0, whole.length - 30))).rejects.toThrow("cannot be read");
  const encrypted = Buffer.from(whole);
  encrypted.writeUInt16LE(encrypted.readUInt16LE(6) | 1, 6);
  const central = encrypted.indexOf(Buffer.from("PK\u0001\u0002"));
  encrypted.writeUInt16LE(encrypted.readUInt16LE(central + 8) | 1, central + 8);
  await expect(openArchive(encrypted)).rejects.toThrow("encrypted");
});

it("refuses an entry that is larger than its header says", async () => {
  const lying = zip({ "main.py": MAIN, "zeros.bin": new Uint8Array(1_000_000) });
  const name = lying.lastIndexOf("zeros.bin");
  lying.writeUInt32LE(10, name - 46 + 24);
  await expect(openArchive(lying)).rejects.toThrow("cannot be read");
});
