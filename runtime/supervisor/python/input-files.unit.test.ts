import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobFile } from "../../protocol/index.ts";
import { createFileGateway, type FileGateway } from "./testing/file-gateway.ts";
import {
  type JobChanges,
  openTestRuntime,
  runAgent,
  type TestRuntime,
  USUAL_LAUNCHERS,
} from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HEAD = `
import io, os, stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Optional
import stoa
`;

describe.each(USUAL_LAUNCHERS)("files in the input of an agent in %s", (_name, parents) => {
  let test: TestRuntime;
  let gateway: FileGateway;

  beforeAll(async () => {
    test = await openTestRuntime({ parents });
  });
  afterAll(() => test.close());
  beforeEach(() => {
    gateway = createFileGateway();
  });

  /** Inspects the source and runs it with the files, one for each input, and returns the answer. */
  async function run(
    source: string,
    files: { [name: string]: JobFile | JobFile[] },
    changes: JobChanges = {},
  ) {
    const { entry, parameters } = await test.runtime.inspect(HEAD + source);
    if (!entry) throw new Error("The file has no entry point.");
    const listed = [...new Set(Object.values(files).flat())];
    const input = Object.fromEntries(
      Object.entries(files).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(({ id }) => id) : value.id,
      ]),
    );
    const { receipt } = await runAgent(test.runtime, HEAD + source, {
      entry,
      input,
      files: listed,
      connectGateway: gateway.connect,
      ...changes,
    });
    return { receipt, parameters };
  }

  it.each([
    ["path", "Path", "type(item).__name__, item.read_text(), item.name"],
    ["quoted path", "'Path' = None", "type(item).__name__, item.read_text(), item.name"],
    ["optional path", "Optional[Path] = None", "type(item).__name__, item.read_text(), item.name"],
  ])("passes the file as a %s", async (_kind, annotation, answer) => {
    const { receipt } = await run(`def run(item: ${annotation}): return [${answer}]`, {
      item: gateway.add("a.csv", Buffer.from("x,y")),
    });
    expect(receipt).toMatchObject({ outcome: "completed", output: ["PosixPath", "x,y", "a.csv"] });
  });

  it.each([
    ["bytes", "bytes", "item.decode()", "content"],
    ["an open file", "BinaryIO", "item.read(3).decode()", "con"],
    [
      "a stoa.File",
      "stoa.File",
      "[item.name, item.type, item.size, item.read_text(), item.open().read(2).decode(), Path(item).name, item.path.name]",
      ["a.txt", "text/plain", 7, "content", "co", "a.txt", "a.txt"],
    ],
    ["a list of paths", "list[Path]", "[each.read_text() for each in item]", ["content", "content"]],
    ["a list of contents", "list[bytes]", "[len(each) for each in item]", [7, 7]],
  ])("passes %s", async (_kind, annotation, answer, output) => {
    const file = gateway.add("a.txt", Buffer.from("content"));
    const { receipt, parameters } = await run(`def run(item: ${annotation}): return ${answer}`, {
      item: annotation.startsWith("list") ? [file, file] : file,
    });
    expect(parameters[0]).toMatchObject({ type: annotation.startsWith("list") ? "files" : "file" });
    expect(receipt).toMatchObject({ outcome: "completed", output });
  });

  it("passes files in the fields of a dataclass and the path in a plain dict", async () => {
    const file = gateway.add("a.txt", Buffer.from("content"));
    const model = await run(
      "@dataclass\nclass In:\n    item: Path\n    other: bytes\ndef run(data: In): return [data.item.read_text(), len(data.other)]",
      { item: file, other: file },
    );
    expect(model.receipt).toMatchObject({ outcome: "completed", output: ["content", 7] });
    const plain = await run("def run(input_data): return open(input_data['item']).read()", { item: file });
    expect(plain.receipt).toMatchObject({ outcome: "completed", output: "content" });
  });

  it("passes the path to a program's argument", async () => {
    const { receipt } = await run(
      `
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("table", type=Path)
parser.add_argument("--more", type=argparse.FileType("rb"))
args = parser.parse_args()
print(args.table.read_text(), args.more.read().decode())`,
      { table: gateway.add("-a.csv", Buffer.from("1")), more: gateway.add("b.csv", Buffer.from("2")) },
    );
    expect(receipt).toMatchObject({ outcome: "completed", output: "1 2" });
  });

  it("makes files and their folders read-only, and keeps the names of files with the same name", async () => {
    const files = [gateway.add("a.txt", Buffer.from("1")), gateway.add("a.txt", Buffer.from("2"))];
    const { receipt } = await run(
      `def run(item: list[Path]):
    refused = []
    for path in item:
        for action in (lambda: path.write_text("x"), lambda: (path.parent / "b").write_text("x"), path.unlink):
            try: action()
            except PermissionError: refused.append(1)
    return [oct(item[0].stat().st_mode & 0o777), len(refused), [path.read_text() for path in item], [path.name for path in item]]`,
      { item: files },
    );
    expect(receipt).toMatchObject({ output: ["0o400", 6, ["1", "2"], ["a.txt", "a.txt"]] });
  });

  it("receives a file of 100 MB without holding it in memory", async () => {
    const content = Buffer.alloc(100_000_000, "stoa");
    const { receipt } = await run(
      `
import hashlib, resource
def run(item: Path):
    digest = hashlib.sha256()
    with open(item, "rb") as file:
        while piece := file.read(1 << 20): digest.update(piece)
    return [digest.hexdigest(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 90_000]`,
      { item: gateway.add("large.bin", content) },
      { limits: { memoryBytes: 128 << 20 } },
    );
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(receipt).toMatchObject({ outcome: "completed", output: [sha256, true] });
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["/etc/passwd", "passwd"],
    ["..", "file"],
    ["a\0b\n.txt", "a_b_.txt"],
    ["C:\\a.txt", "a.txt"],
    [`${"ä".repeat(300)}.csv`, `${"ä".repeat(125)}.csv`],
  ])("stores a file with the name %j in its folder", async (name, stored) => {
    const { receipt } = await run(
      "def run(item: Path): return [item.name, str(item.parent), item.read_text()]",
      { item: gateway.add(name, Buffer.from("x")) },
    );
    expect(receipt).toMatchObject({ outcome: "completed", output: [stored, "/tmp/stoa-input/0", "x"] });
  });

  it("fails with the gateway's text if a file is gone, and if the file has another size", async () => {
    const gone = { ...gateway.add("a.txt", Buffer.from("x")), id: `file_${"9".repeat(32)}` };
    const { receipt } = await run("def run(item: Path): return 1", { item: gone });
    expect(receipt).toMatchObject({
      outcome: "failed",
      error: { message: "Could not receive a.txt: This file no longer exists." },
    });
    const longer = { ...gateway.add("a.txt", Buffer.from("xyz")), bytes: 2 };
    const cut = await run("def run(item: Path): return 1", { item: longer });
    expect(cut.receipt.error?.message).toContain("its size differs from the 2 bytes");
  });
});
