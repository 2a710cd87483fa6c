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
import { getTestEnvironmentsDirectory } from "./testing/test-environments.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HEAD = `
import os
from pathlib import Path
import stoa
OUT = Path(os.environ["STOA_OUTPUT_DIR"])
`;

const environmentsDirectory = getTestEnvironmentsDirectory();
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

const found = await openTestRuntime({ environmentsDirectory, parents: "never" });
const withPackages = found.runtimes.stoa.environmentDigest !== undefined;
const withLangchain = found.runtimes.langchain.getStatus().available;
await found.close();

describe.runIf(withPackages).each(USUAL_LAUNCHERS)("values that an agent in %s returns", (_name, parents) => {
  const limits = { memoryBytes: 1024 << 20, diskBytes: 64 << 20, processes: 32 };

  beforeAll(async () => {
    test = await openTestRuntime({ environmentsDirectory, parents });
  });
  afterAll(() => test.close());

  it("sends a table as CSV, with its size and first rows in the answer", async () => {
    const { receipt } = await run(
      `
import pandas as pd
frame = pd.DataFrame({"n": range(30), "x": [1.5, None] * 15, "when": pd.Timestamp("2026-01-02"), "who": "Ada"})
return {"report": frame, "named": frame.set_index("who").head(1)}`,
      { limits },
    );
    expect(receipt.error?.developerDetail).toBeUndefined();
    const { report, named } = receipt.output as { [key: string]: { [key: string]: JsonValue } };
    expect(report).toMatchObject({ name: "report.csv", rows: 30, columns: ["n", "x", "when", "who"] });
    expect(report?.preview).toHaveLength(20);
    const rows = report?.preview as JsonValue[][];
    expect(rows.slice(0, 2)).toEqual([
      [0, 1.5, "2026-01-02 00:00:00", "Ada"],
      [1, null, "2026-01-02 00:00:00", "Ada"],
    ]);
    expect(named).toMatchObject({
      columns: ["who", "n", "x", "when"],
      preview: [["Ada", 0, 1.5, "2026-01-02 00:00:00"]],
    });
    const lines = gateway.sent[0]?.content.toString().split("\n");
    expect(lines?.slice(0, 2)).toEqual(["n,x,when,who", "0,1.5,2026-01-02,Ada"]);
    expect(gateway.sent[1]?.content.toString()).toMatch(/^who,n,x,when\n/);
  });

  it("sends pictures and figures as PNG", async () => {
    const { receipt } = await run(
      `
from PIL import Image
from matplotlib.figure import Figure
figure = Figure(); figure.subplots().plot([1, 2])
return [Image.new("RGB", (4, 4)), Image.new("CMYK", (4, 4)), Image.new("F", (4, 4)), figure]`,
      { limits },
    );
    expect(receipt.error?.developerDetail).toBeUndefined();
    expect(getNames()).toEqual(["image.png", "image-2.png", "image-3.png", "figure.png"]);
    for (const { content } of gateway.sent) expect(content.subarray(1, 4).toString()).toBe("PNG");
  });

  it("sends figures that are still open if the agent returns text, and no closed or saved ones", async () => {
    const plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\n";
    const open = await run(`${plot}plt.show()\nplt.figure()\nplt.plot([3])\nreturn "done"`, { limits });
    expect(open.receipt).toMatchObject({ outcome: "completed", output: "done" });
    expect(getNames()).toEqual(["figure.png", "figure-2.png"]);
    gateway.sent = [];
    await run(`${plot}plt.close()\nreturn "done"`, { limits });
    expect(getNames()).toEqual([]);
    await run(`${plot}plt.savefig(OUT / "mine.png")\nreturn "done"`, { limits });
    expect(getNames()).toEqual(["mine.png"]);
    await run(`${plot}return {"a": 1}`, { limits });
    expect(getNames()).toEqual(["mine.png"]);
  });

  it("sends a file in a pydantic model, and passes a stoa.File to one", async () => {
    const file = gateway.add("a.txt", Buffer.from("x"));
    const source = `
from pathlib import Path
import stoa
from pydantic import BaseModel
class In(BaseModel):
    item: stoa.File
    path: Path
    data: bytes
class Out(BaseModel):
    file: Path
    note: str
def run(data: In): return Out(file=data.path, note=data.item.name + data.data.decode())`;
    const { entry, parameters } = await test.runtime.inspect(source);
    if (!entry) throw new Error("no entry");
    expect(parameters.map(({ type }) => type)).toEqual(["file", "file", "file"]);
    const { receipt } = await runAgent(test.runtime, source, {
      entry,
      limits,
      input: { item: file.id, path: file.id, data: file.id },
      files: [file],
      connectGateway: gateway.connect,
    });
    expect(receipt.error?.developerDetail).toBeUndefined();
    expect(receipt.output).toEqual({ file: reference("a.txt", 1), note: "a.txtx" });
  });
});

describe.runIf(withLangchain).each(USUAL_LAUNCHERS)(
  "files of a framework's agent in %s",
  (_name, parents) => {
    beforeAll(async () => {
      test = await openTestRuntime({ environmentsDirectory, parents });
    });
    afterAll(() => test.close());

    it.each([
      [
        "the output folder of a tool, and leaves the answer as text",
        `import os
from langchain_core.runnables import RunnableLambda
def write(given):
    with open(os.path.join(os.environ["STOA_OUTPUT_DIR"], "a.txt"), "w") as file: file.write(given["topic"])
    return "done"
chain = RunnableLambda(write)`,
        { topic: "bears" },
        "done",
      ],
      [
        "the state of a graph that received a file",
        `import os
from pathlib import Path
from typing import TypedDict
from langgraph.graph import START, StateGraph
class State(TypedDict):
    table: Path
    answer: str
def read(state):
    with open(os.path.join(os.environ["STOA_OUTPUT_DIR"], "a.txt"), "w") as file: file.write(state["table"].read_text())
    return {"answer": "read"}
graph = StateGraph(State).add_node("read", read).add_edge(START, "read").compile()`,
        { table: "" },
        undefined,
      ],
    ])("sends %s", async (_kind, source, given, output) => {
      const { entry, parameters } = await test.runtimes.langchain.inspect(source);
      if (!entry) throw new Error("The file has no entry point.");
      const file = gateway.add("a.csv", Buffer.from("x,y"));
      const hasFile = "table" in given;
      if (hasFile) expect(parameters).toMatchObject([{ name: "table", type: "file" }]);
      const { receipt } = await runAgent(test.runtimes.langchain, source, {
        entry,
        input: hasFile ? { table: file.id } : given,
        ...(hasFile && { files: [file] }),
        limits: { memoryBytes: 512 << 20, processes: 32 },
        connectGateway: gateway.connect,
      });
      expect(receipt.error?.developerDetail).toBeUndefined();
      expect(receipt.outcome).toBe("completed");
      if (output !== undefined) expect(receipt.output).toBe(output);
      expect(gateway.sent.map(({ name, content }) => [name, content.toString()])).toEqual([
        ["a.txt", hasFile ? "x,y" : "bears"],
      ]);
    });
  },
);
