import { gzipSync } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { Item, JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import type { ItemInput } from "../../../testing/scripted-node.ts";
import { withFile } from "../sample-files.fixture.ts";
import { compression } from "./compression.ts";

const run = (item: ItemInput, parameters: JsonObject, version = 1.1) =>
  runNode({ type: compression, version, parameters, items: [item] });

const getTexts = (item: Item | undefined) =>
  Object.fromEntries(
    Object.entries(item?.binary ?? {}).map(([field, { bytes, fileName }]) => [
      field,
      [fileName, Buffer.from(bytes).toString()],
    ]),
  );

const archive = () =>
  zipSync({
    "a.txt": Buffer.from("A"),
    "sub/": new Uint8Array(),
    "sub/b.json": Buffer.from("{}"),
    "__MACOSX/a": Buffer.from("x"),
  });

test.each<[title: string, version: number, item: ItemInput, parameters: JsonObject, expected: object]>([
  [
    "a zip archive",
    1.1,
    withFile(archive(), "a.zip"),
    {},
    { file_0: ["a.txt", "A"], file_1: ["b.json", "{}"] },
  ],
  [
    "a zip archive with the file names of version 1",
    1,
    withFile(archive(), "a.zip"),
    {},
    { data0: ["a.txt", "A"], data1: ["b.json", "{}"] },
  ],
  [
    "a zip archive with a custom prefix",
    1.1,
    withFile(archive(), "a.zip"),
    { outputPrefix: "x" },
    { x0: ["a.txt", "A"], x1: ["b.json", "{}"] },
  ],
  [
    "a gzip file",
    1.1,
    withFile(gzipSync("hi"), "a.txt.gz", "f"),
    { binaryPropertyName: "f" },
    { file_0: ["a.txt", "hi"] },
  ],
])("unpacks %s", async (_, version, item, parameters, expected) => {
  const { items, outputs, error } = await run(item, parameters, version);
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ from: "input" }]]);
  expect(getTexts(items[0]?.[0])).toEqual(expected);
});

test("packs several files into one zip archive, and unpacks its own gzip file", async () => {
  const two = {
    json: {},
    binary: {
      ...(withFile("A", "a.txt", "a") as Item).binary,
      ...(withFile("B", "b.txt", "b") as Item).binary,
    },
  };
  const { items } = await run(two, {
    operation: "compress",
    binaryPropertyName: "a, b",
    fileName: "all.zip",
    binaryPropertyOutput: "packed",
  });
  const packed = items[0]?.[0]?.binary?.packed;
  expect(packed).toMatchObject({ fileName: "all.zip", mimeType: "application/zip" });
  const inside = unzipSync(packed?.bytes ?? new Uint8Array());
  expect(Object.entries(inside).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
    ["a.txt", "A"],
    ["b.txt", "B"],
  ]);
  const gzip = await run(withFile("hi", "a.txt"), { operation: "compress", outputFormat: "gzip" });
  const file = gzip.items[0]?.[0]?.binary?.data;
  expect(file).toMatchObject({ fileName: "a.txt.gz", mimeType: "application/gzip" });
  const again = await run({ json: {}, binary: { data: file ?? expect.fail() } }, {});
  expect(getTexts(again.items[0]?.[0])).toEqual({ file_0: ["a.txt", "hi"] });
});

const many = () =>
  zipSync(Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`f${at}`, new Uint8Array(1)])));

/** Creates an archive with an entry that declares a size of one byte but unpacks to 5 MB. */
function createLyingArchive(): Uint8Array {
  const honest = Buffer.from(zipSync({ a: new Uint8Array(5_000_000) }, { level: 9 }));
  const central = honest.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  honest.writeUInt32LE(1, central + 24);
  honest.writeUInt32LE(1, 22);
  return honest;
}

test.each<[title: string, item: ItemInput, expected: RegExp]>([
  [
    "a gzip file that expands too much",
    withFile(gzipSync(Buffer.alloc(70_000_000)), "a.gz"),
    /unpack to more than 64 MB/,
  ],
  [
    "a zip archive that expands too much",
    withFile(zipSync({ a: new Uint8Array(70_000_000) }), "a.zip"),
    /unpack to more than 64 MB/,
  ],
  ["thousands of files", withFile(many(), "a.zip"), /more than 2000 files/],
  ["data that is not an archive", withFile("hi", "a.zip"), /neither a zip nor a gzip/],
  ["a damaged archive", withFile(archive().subarray(0, 40), "a.zip"), /invalid zip/],
  ["an item without a file", {}, /binary file 'data'/],
])("refuses %s", async (_, item, expected) => {
  expect((await run(item, {})).error?.message).toMatch(expected);
});

test("refuses or truncates an entry that is longer than its declared size", async () => {
  const { items, error } = await run(withFile(createLyingArchive(), "a.zip"), {});
  expect(error ?? items[0]?.[0]?.binary?.file_0?.bytes.byteLength).toSatisfy(
    (found) => typeof found === "object" || found <= 1,
  );
});
