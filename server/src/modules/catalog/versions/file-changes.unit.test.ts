import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { compareFiles } from "./file-changes.ts";
import { hashSource } from "./version-content.ts";

/** Returns a version that was uploaded as an archive of these files, or as one file if `packed` is false. */
function createVersion(number: number, files: Record<string, string>, packed = true) {
  const contents = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const listed = contents.map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: hashSource(bytes).toString("hex"),
  }));
  const [filename = "", source = ""] = Object.entries(files)[0] ?? [];
  const row = {
    number,
    createdAt: new Date(0),
    notes: "",
    framework: "stoa",
    inputs: [],
    manifest: { models: [], connectors: [], ...(packed && { files: listed }) },
    examples: [],
    sha256: Buffer.alloc(32),
    filename,
    source,
  };
  return { row, packed: packed ? Buffer.from(zipSync(Object.fromEntries(contents))) : undefined };
}

it("a comparison of two single-file versions has no file list", () => {
  const [before, after] = [
    createVersion(1, { "a.py": "1\n" }, false),
    createVersion(2, { "a.py": "2\n" }, false),
  ];
  expect(compareFiles(before, after)).toBeUndefined();
});

it("a single-file version is compared with the file of the same name in a later archive", () => {
  const found = compareFiles(
    createVersion(1, { "main.py": "x = 1\n" }, false),
    createVersion(2, { "main.py": "x = 2\n", "a.txt": "a\n" }),
  );
  expect(found).toMatchObject({ added: ["a.txt"], removed: [], changed: ["main.py"] });
  expect(found?.changes[1]?.patch).toContain("--- main.py\tversion 1\n+++ main.py\tversion 2\n");
  expect(found?.changes[1]?.patch).toContain("-x = 1\n+x = 2\n");
});

it("up to 50 text files of at most 1 MiB are compared line by line, and other files by size and hash", () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at + 100}.txt`, `${at}\n`]));
  const huge = "x\n".repeat(600_000);
  const found = compareFiles(undefined, createVersion(1, { ...files, "0-huge.txt": huge, "0-bin": "\0" }));
  const [binary, large, ...texts] = found?.changes ?? [];
  expect(binary).toMatchObject({ path: "0-bin", is_text: false, patch: null, to: { bytes: 1 } });
  expect(large).toMatchObject({ path: "0-huge.txt", is_text: false, patch: null, to: { bytes: 1_200_000 } });
  const shown = texts.filter(({ patch }) => patch !== null);
  expect(shown.length).toBeLessThanOrEqual(50);
  expect(shown.length).toBeGreaterThan(0);
  expect(texts.at(-1)).toMatchObject({ is_text: true, patch: null });
});
