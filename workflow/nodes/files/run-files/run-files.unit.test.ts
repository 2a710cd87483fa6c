import { expect, test } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedServices } from "../../../testing/scripted-services.ts";
import { findNodeType } from "../../node-table.ts";
import { withFile } from "../sample-files.fixture.ts";
import { readBinaryFile, readBinaryFiles, readWriteFile, writeBinaryFile } from "./read-write-file.ts";
import { compileGlob, RunFiles } from "./run-files.ts";

const written = async () => {
  const services = createScriptedServices();
  const write = await runNode({
    type: readWriteFile,
    version: 1,
    parameters: { operation: "write", fileName: "=out/{{ $binary.data.fileName }}" },
    items: [withFile("# A", "a.md"), withFile("{}", "b.json")],
    services,
  });
  return { services, write };
};

test("reads the files that the run has written, by path or by pattern", async () => {
  const { services, write } = await written();
  expect(write.outputs).toEqual([
    [
      { from: "input", fileName: "out/a.md" },
      { from: "input", fileName: "out/b.json" },
    ],
  ]);
  const read = await runNode({
    type: readWriteFile,
    version: 1,
    parameters: { fileSelector: "out/*" },
    services,
  });
  expect(read.outputs).toEqual([
    [
      { mimeType: "text/markdown", fileType: "text", fileName: "a.md", fileExtension: "md", fileSize: "3 B" },
      {
        mimeType: "application/json",
        fileType: "json",
        fileName: "b.json",
        fileExtension: "json",
        fileSize: "2 B",
      },
    ],
  ]);
  expect(read.items[0]?.[0]?.binary?.data?.bytes).toEqual(Buffer.from("# A"));
});

test("appends to a file, and reads the file into the chosen fields", async () => {
  const { services } = await written();
  await runNode({
    type: readWriteFile,
    version: 1,
    parameters: { operation: "write", fileName: "out/a.md", options: { append: true } },
    items: [withFile("!", "x.md")],
    services,
  });
  const { items, outputs } = await runNode({
    type: readWriteFile,
    version: 1,
    parameters: {
      fileSelector: "/out/../out/a.md".slice(1),
      options: { dataPropertyName: "f", fileName: "n.txt", mimeType: "text/x-own", fileExtension: "own" },
    },
    services,
  });
  expect(outputs[0]).toEqual([
    { mimeType: "text/x-own", fileType: "text", fileName: "n.txt", fileExtension: "own", fileSize: "4 B" },
  ]);
  expect(Buffer.from(items[0]?.[0]?.binary?.f?.bytes ?? []).toString()).toBe("# A!");
});

test("shares the files with the legacy nodes", async () => {
  const services = createScriptedServices();
  const write = await runNode({
    type: writeBinaryFile,
    version: 1,
    parameters: { fileName: "/data/a.txt", dataPropertyName: "audio" },
    items: [withFile("hi", "x.txt", "audio")],
    services,
  });
  expect(write.outputs).toEqual([[{ from: "input", fileName: "/data/a.txt" }]]);
  const one = await runNode({
    type: readBinaryFile,
    version: 1,
    parameters: { filePath: "={{ $json.path }}" },
    items: [{ path: "/data/a.txt" }],
    services,
  });
  expect(one.outputs).toEqual([[{ path: "/data/a.txt" }]]);
  expect(one.items[0]?.[0]?.binary?.data?.fileName).toBe("a.txt");
  const all = await runNode({
    type: readBinaryFiles,
    version: 1,
    parameters: { fileSelector: "/data/*.txt" },
    services,
  });
  expect(all.outputs).toEqual([[{}]]);
  expect(all.items[0]?.[0]?.pairedItem).toEqual({ item: 0 });
  const none = await runNode({
    type: readBinaryFiles,
    version: 1,
    parameters: { fileSelector: "/data/*.mp3" },
    services,
  });
  expect(none.outputs).toEqual([[]]);
});

test.each([
  [readBinaryFile, { filePath: "/etc/passwd" }, /could not be accessed/],
  [readWriteFile, { fileSelector: "/etc/*" }, /No files found/],
  [readWriteFile, { operation: "write", fileName: "" }, /is not a file path/],
  [writeBinaryFile, { fileName: "a", dataPropertyName: "no" }, /binary file 'no'/],
])("does not read or write files on the host's disk", async (type, parameters, expected) => {
  const { error } = await runNode({ type, version: 1, parameters, items: [withFile("x", "x")] });
  expect(error?.message).toMatch(expected);
});

test.each([
  ["a/*.txt", "a/b.txt", true],
  ["a/*.txt", "a/b/c.txt", false],
  ["a/**/*.txt", "a/b/c.txt", true],
  ["a/**/*.txt", "a/c.txt", true],
  ["*.{md,txt}", "a.txt", true],
  ["?.txt", "ab.txt", false],
  ["C:\\Users\\a.md", "C:/Users/a.md", true],
])("matches pattern %s against %s: %s", (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected);
});

test("limits a run's files to 1,000 with 64 MB in total, and patterns to 400 characters", () => {
  const files = new RunFiles();
  expect(() => files.write("a", new Uint8Array(70_000_000), false)).toThrow(/64 MB/);
  for (let at = 0; at < 1_000; at += 1) files.write(`f${at}`, new Uint8Array(1), false);
  expect(() => files.write("more", new Uint8Array(1), false)).toThrow(/1000 files/);
  expect(compileGlob("*a".repeat(190))("a".repeat(380))).toBe(true);
  expect(() => compileGlob("a".repeat(500))).toThrow(/400 characters/);
});

test.each(["executeCommand", "ssh", "ftp", "editImage"])("reports why %s is not supported", (name) => {
  const type = findNodeType(`n8n-nodes-base.${name}`);
  expect(type?.unsupported?.({} as never, {} as never)).toMatch(
    /which agents cannot access|not available to agents/,
  );
});
