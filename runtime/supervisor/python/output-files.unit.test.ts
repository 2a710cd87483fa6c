import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonValue } from "../../protocol/index.ts";
import { createFileGateway, type FileGateway, createReference as reference } from "./testing/file-gateway.ts";
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
import os
from pathlib import Path
import stoa
OUT = Path(os.environ["STOA_OUTPUT_DIR"])
`;

let test: TestRuntime;
let gateway: FileGateway;

beforeEach(() => {
  gateway = createFileGateway();
});

/** Runs the body of `run()` and returns the receipt with the events. */
async function run(body: string, changes: JobChanges = {}) {
  const source = `${HEAD}\ndef run():\n${body.replace(/^/gm, "    ")}\n`;
  return await runAgent(test.runtime, source, {
    entry: { name: "run", kind: "function", takes: "none" },
    input: {},
    connectGateway: gateway.connect,
    ...changes,
  });
}

const getNames = () => gateway.sent.map(({ name }) => name);

describe.each(USUAL_LAUNCHERS)("files that an agent in %s returns", (_name, parents) => {
  beforeAll(async () => {
    test = await openTestRuntime({ parents });
  });
  afterAll(() => test.close());

  it("sends the files in the output folder, those of sub-folders under both names", async () => {
    const { receipt } = await run(`
(OUT / "b.txt").write_text("two")
(OUT / "charts").mkdir()
(OUT / "charts" / "a.png").write_text("one")
(OUT / "empty.txt").touch()
return "done"`);
    expect(receipt.error).toBeUndefined();
    expect(receipt).toMatchObject({ outcome: "completed", output: "done" });
    expect(gateway.sent.map(({ name, content }) => [name, content.toString()])).toEqual([
      ["b.txt", "two"],
      ["charts-a.png", "one"],
    ]);
  });

  it("answers with the files if the agent returns nothing else", async () => {
    const one = await run('(OUT / "a.txt").write_text("x")');
    expect(one.receipt).toMatchObject({ outcome: "completed", output: reference("a.txt", 1) });
    const two = await run('(OUT / "b").write_text("x")\n(OUT / "c").write_text("x")');
    expect(two.receipt.output).toEqual([reference("b", 1, 2), reference("c", 1, 3)]);
  });

  it("sends nothing if the agent fails", async () => {
    const { receipt } = await run('(OUT / "a.txt").write_text("x")\nraise ValueError("no")');
    expect(receipt).toMatchObject({
      outcome: "failed",
      error: { message: "The agent raised ValueError: no" },
    });
    expect(gateway.sent).toEqual([]);
  });

  it("leaves out links, sockets, and files beyond the limit of a run", async () => {
    const { receipt, events } = await run(`
os.symlink("/etc/passwd", OUT / "00-link")
os.symlink("/etc", OUT / "00-folder")
import socket; socket.socket(socket.AF_UNIX).bind(str(OUT / "00-socket"))
for number in range(21): (OUT / f"{number:02}.txt").write_text("x")
return "done"`);
    expect(receipt.error).toBeUndefined();
    expect(receipt).toMatchObject({ outcome: "completed", output: "done" });
    expect(getNames()).toEqual(
      Array.from({ length: 20 }, (_, index) => `${String(index).padStart(2, "0")}.txt`),
    );
    const message = "A run can return 20 files. 1 file was left out.";
    expect(events).toContainEqual({ type: "log", level: "warning", message });
  });

  it("sends hostile names in a form that cannot leave a folder", async () => {
    await run(`
for name in (b"a\\nb", b"\\xff.txt", b"x" * 255, "ä".encode() * 127): (OUT / os.fsdecode(name)).write_text("x")
(OUT / ("d" * 200)).mkdir()
(OUT / ("d" * 200) / ("e" * 200 + ".txt")).write_text("x")
return stoa.File(OUT / "a\\nb", name="../../etc/passwd")`);
    expect(getNames().toSorted()).toEqual(
      [
        "_.txt",
        `${"d".repeat(200)}-${"e".repeat(50)}.txt`,
        "passwd",
        "x".repeat(255),
        "ä".repeat(127),
      ].toSorted(),
    );
  });

  it("sends returned paths, files and bytes, and returns references to them", async () => {
    const { receipt } = await run(`
Path("/tmp/a.txt").write_text("one")
return {
    "path": Path("a.txt"), "again": [Path("/tmp/a.txt")], "file": stoa.File("a.txt", name="b.txt"),
    "data": b"%PDF-1.7", "text": b"x", "more": (b"\\0\\1", 1),
}`);
    const again = reference("a.txt", 3);
    expect(receipt.output).toEqual({
      path: again,
      again: [again],
      file: again,
      data: reference("data.pdf", 8, 2),
      text: "x",
      more: [reference("more.bin", 2, 3), 1],
    });
  });

  it("leaves paths as text that are not files of the run", async () => {
    const { receipt } = await run(`
os.symlink("/etc/passwd", "/tmp/link")
import socket; socket.socket(socket.AF_UNIX).bind("/tmp/socket")
return [Path(path) for path in ("/etc/passwd", "/tmp/link", "/tmp/socket", "/tmp", "/tmp/none", "/tmp/../etc/passwd", "/proc/self/stat", "nothing\\0")]`);
    expect(receipt.output).toEqual(
      [
        "/etc/passwd",
        "/tmp/link",
        "/tmp/socket",
        "/tmp",
        "/tmp/none",
        "/tmp/../etc/passwd",
        "/proc/self/stat",
        "nothing\0",
      ].map((path) => path.replace("\0", "\uFFFD")),
    );
    expect(gateway.sent).toEqual([]);
  });

  it("returns an input file, and a file in a dataclass", async () => {
    const file = gateway.add("a.txt", Buffer.from("x"));
    const source =
      "from dataclasses import dataclass\nfrom pathlib import Path\n@dataclass\nclass Out:\n    file: Path\n    note: str\ndef run(item: Path): return Out(item, 'hi')";
    const { entry } = await test.runtime.inspect(source);
    if (!entry) throw new Error("no entry");
    const { receipt } = await runAgent(test.runtime, source, {
      entry,
      input: { item: file.id },
      files: [file],
      connectGateway: gateway.connect,
    });
    expect(receipt.output).toEqual({ file: reference("a.txt", 1), note: "hi" });
  });

  it("sends a file that grows meanwhile with its length at the beginning", async () => {
    const { receipt } = await run(
      `
import threading
file = open(OUT / "log.txt", "wb")
file.write(b"x" * 4_000_000); file.flush()
def grow():
    while True:
        file.write(b"y" * 1000); file.flush()
threading.Thread(target=grow, daemon=True).start()
return "done"`,
      { limits: { diskBytes: 64 << 20, wallMs: 10_000 } },
    );
    expect(receipt.error).toBeUndefined();
    expect(receipt).toMatchObject({ outcome: "completed", output: "done" });
    expect(gateway.sent).toHaveLength(1);
    expect(gateway.sent[0]?.bytes).toBeGreaterThanOrEqual(4_000_000);
  });

  it("sends a file of 60 MB", async () => {
    const { receipt } = await run(
      'with open(OUT / "a.bin", "wb") as file:\n    for _ in range(60): file.write(bytes(1_000_000))',
      { limits: { diskBytes: 64 << 20, memoryBytes: 128 << 20 } },
    );
    expect(receipt.output).toEqual(reference("a.bin", 60_000_000));
  });

  it.each([
    [413, { error: "too_large", detail: "A file can have at most 20 MB." }, "A file can have at most 20 MB."],
    [403, { error: { message: "No room is left.", code: "files_full" } }, "No room is left."],
    [500, "x", "the server replied with status 500."],
  ])("fails with the gateway's text if it refuses a file with %d", async (status, body, text) => {
    gateway.refusal = { status, body };
    const small = await run('(OUT / "a.txt").write_text("x")\nreturn "done"');
    const message = `Could not return a.txt: ${text}`;
    expect(small.receipt).toMatchObject({ outcome: "failed", error: { message } });
    const large = await run('(OUT / "a.txt").write_bytes(bytes(40_000_000))\nreturn "done"', {
      limits: { diskBytes: 64 << 20 },
    });
    expect(large.receipt).toMatchObject({ outcome: "failed", error: { message } });
  });

  it("fails if the answer contains more files than a run can return", async () => {
    const { receipt } = await run("return [b'\\0'] * 21");
    expect(receipt.error?.message).toContain("A run can return 20 files");
  });

  it("streams the name of a yielded file, and sends a generator's returned file", async () => {
    const { receipt } = await run(`
Path("chart.png").write_text("x")
Path("b.txt").write_text("y")
yield "Here it is: "
yield Path("chart.png")
return Path("b.txt")`);
    expect(receipt).toMatchObject({ outcome: "completed", output: "Here it is: chart.png" });
    expect(getNames()).toEqual(["chart.png", "b.txt"]);
  });

  it("sends the files of a script, and none in a trial run", async () => {
    const source = `${HEAD}
print(input().upper())
(OUT / "a.txt").write_text("x")`;
    const { entry } = await test.runtime.inspect(source);
    if (!entry) throw new Error("no entry");
    const changes = { entry, input: { message: "hi" }, connectGateway: gateway.connect };
    const trial = await runAgent(test.runtime, source, { ...changes, trial: true });
    expect(trial.receipt).toMatchObject({ outcome: "completed", output: "HI" });
    expect(gateway.sent).toEqual([]);
    const real = await runAgent(test.runtime, source, changes);
    expect(real.receipt).toMatchObject({ outcome: "completed", output: "HI" });
    expect(getNames()).toEqual(["a.txt"]);
  });

  it.each<[string, string, JsonValue]>([
    ["removes its output folder", "os.rmdir(OUT)\nreturn 1", 1],
    ["replaces its output folder with a file", "os.rmdir(OUT)\nOUT.write_text('x')\nreturn 1", 1],
    ["replaces its output folder with a link", "os.rmdir(OUT)\nos.symlink('/etc', OUT)\nreturn 1", 1],
  ])("completes the run of an agent that %s", async (_what, body, output) => {
    const { receipt } = await run(body);
    expect(receipt).toMatchObject({ outcome: "completed", output });
    expect(gateway.sent).toEqual([]);
  });
});
