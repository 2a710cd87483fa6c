/** Files that are dangerous to read and are not agents. Each entry has a title, a file name and the content. */
const files: [string, string, string | Uint8Array][] = [
  ["a hundred thousand brackets", "a.py", `x = ${"(".repeat(100_000)}${")".repeat(100_000)}\n`],
  ["half a million minus signs", "a.py", `x = ${"-".repeat(500_000)}1\n`],
  ["a sum of two hundred thousand numbers", "a.py", `x = ${"1+".repeat(200_000)}1\n`],
  ["a chain of a hundred thousand names", "a.py", `x = a${".a".repeat(100_000)}\n`],
  ["a million digits", "a.py", `x = ${"1".repeat(1_000_000)}\n`],
  ["a thousand nested blocks", "a.py", createNestedBlocks(1000)],
  ["a NUL character", "a.py", "def run(message):\n    return '\0'\n"],
  ["bytes that are not text", "a.py", new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x80, 0x81])],
  ["an unknown encoding", "a.py", "# -*- coding: stoa-17 -*-\ndef other(): pass\n"],
  ["a hundred thousand parameters", "a.py", `def other(${createNames(100_000)}):\n    pass\n`],
  ["arrays half a million deep", "a.json", "[".repeat(500_000)],
  ["objects a hundred thousand deep", "a.json", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  [
    "JSON that changes a prototype",
    "a.json",
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"nodes":1}',
  ],
];

function createNestedBlocks(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}if x:\n`).join("");
}

function createNames(count: number): string {
  return Array.from({ length: count }, (_, number) => `p${number}`).join(",");
}

export const HOSTILE_FILES = files;
