import type { Job, JsonValue } from "@stoa/runtime/protocol";
import type { AgentRuntime, RunHandle } from "@stoa/runtime/supervisor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openTestRuntime,
  type TestRuntime,
} from "../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { CODE_LIMITS } from "../code/code-limits.ts";
import { createCodeRequest, ECHO } from "../code/code-request.fixture.ts";
import { createCodeRunner } from "../code/index.ts";
import { WorkflowRuntime } from "../workflow-runtime.ts";
import { createPythonSandbox } from "./sandboxed-python.ts";

let opened: TestRuntime;
let workflows: WorkflowRuntime;

beforeAll(async () => {
  opened = await openTestRuntime({ parents: "never" });
  workflows = new WorkflowRuntime({ python: opened.runtime });
});

afterAll(async () => {
  await workflows.close();
  await opened.close();
});

/** A Code node's runner with the real sandbox. */
const runner = (wallMs: number = CODE_LIMITS.wallMs) =>
  createCodeRunner({
    http: ECHO,
    python: createPythonSandbox(opened.runtime),
    limits: { ...CODE_LIMITS, wallMs },
  });

describe("Python of a Code node in the sandbox", () => {
  test.each<[what: string, source: string, value: JsonValue]>([
    [
      "returns items",
      "return [{'json': {'b': i.json.a * 2}} for i in _input.all()]",
      [{ json: { b: 2 } }, { json: { b: 4 } }],
    ],
    [
      "can use the standard library",
      "import hashlib\nreturn hashlib.sha256(b'a').hexdigest()[:8]",
      "ca978112",
    ],
    [
      "can process many items",
      "return [{'json': {'i': i}} for i in range(20000)][-1]",
      { json: { i: 19_999 } },
    ],
    [
      "can build a value of megabytes",
      "return len(_input.all()) and {'size': len('x' * 5_000_000), 'text': 'x' * 5}",
      { size: 5_000_000, text: "xxxxx" },
    ],
    [
      "cannot reach the network",
      "import socket\ntry:\n  socket.create_connection(('1.1.1.1', 53), 2)\nexcept OSError as e:\n  return 'refused'",
      "refused",
    ],
    ["sees no secrets", "import os\nreturn [k for k in os.environ if os.environ[k] and 'TOKEN' in k]", []],
    [
      "cannot reach the run's gateway",
      "import urllib.request\ntry:\n  urllib.request.urlopen('http://127.0.0.1:8741/v1/models', timeout=5)\nexcept Exception:\n  return 'refused'",
      "refused",
    ],
  ])("%s", { timeout: 60_000 }, async (_what, source, value) => {
    expect((await runner().python(createCodeRequest(source))).value).toEqual(value);
  });

  test("returns an answer as large as an item may be", { timeout: 60_000 }, async () => {
    const { value } = await runner().python(createCodeRequest("return {'text': 'x' * 30_000_000}"));
    expect((value as { text: string }).text).toHaveLength(30_000_000);
  });

  test.each([
    ["an error with its line", "x = 1\nraise ValueError('bad')", "ValueError: bad [line 2]"],
    [
      "code that ends itself",
      "import sys\nsys.exit(3)",
      "The code called sys.exit instead of returning an answer.",
    ],
    ["too much memory", "return len(bytearray(3_000_000_000))", "MemoryError"],
    ["recursion", "def f(): return f()\nreturn f()", "RecursionError"],
    ["an answer that is too large", "return 'x' * 40_000_000", "more than the limit of 33 MB"],
    ["an answer nested too deeply", "a = []\nfor _i in range(150): a = [a]\nreturn a", "nested too deeply"],
    ["code that ends its process", "import os\nos._exit(3)", "The code exited with code 3."],
    ["a process that crashes", "import os\nos.abort()", "The code's process crashed."],
  ])("reports %s", { timeout: 60_000 }, async (_what, source, message) => {
    await expect(runner().python(createCodeRequest(source))).rejects.toThrow(message);
  });

  test("is stopped at its time limit", { timeout: 60_000 }, async () => {
    const code = createCodeRequest("while True: pass");
    await expect(runner(1_000).python(code)).rejects.toThrow(
      "The code was stopped: it took more than 1 seconds. Check it for an endless loop",
    );
  });

  test("is stopped with its run", { timeout: 60_000 }, async () => {
    const over = new AbortController();
    const run = runner().python(createCodeRequest("while True: pass", { signal: over.signal }));
    setImmediate(() => over.abort());
    await expect(run).rejects.toThrow("The run was stopped");
  });

  test("logs what it prints, up to the limit", { timeout: 60_000 }, async () => {
    const { logs } = await runner().python(createCodeRequest("for i in range(5000): print(i)\nreturn []"));
    expect(logs).toHaveLength(CODE_LIMITS.logLines);
    expect(logs.at(-1)).toEqual({ level: "info", message: "999" });
  });
});

/** Creates a workflow with one Code node in Python. */
function buildJob(code: string): Job {
  const nodes = [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] },
    {
      name: "Code",
      type: "n8n-nodes-base.code",
      typeVersion: 2,
      position: [200, 0],
      parameters: { language: "python", pythonCode: code },
    },
  ];
  const connections = { Start: { main: [[{ node: "Code", type: "main", index: 0 }]] } };
  return {
    runId: "run_1",
    source: JSON.stringify({ name: "Flow", nodes, connections, settings: { executionOrder: "v1" } }),
    filename: "flow.json",
    entry: { name: "Start", kind: "workflow", takes: "parameters" },
    input: { message: "Ada" },
    limits: {
      wallMs: 20_000,
      cpuSeconds: 60,
      memoryBytes: 1e9,
      diskBytes: 1e6,
      processes: 1,
      outputBytes: 1_000_000,
    },
    runToken: "rt_1",
    connectGateway: (connection) => connection.destroy(),
  };
}

describe("a workflow with Python", () => {
  test("runs its Python code outside its worker", { timeout: 60_000 }, async () => {
    const source = "return {'greeting': 'Hello ' + _input.first().json.message}";
    const { receipt } = workflows.start(buildJob(source), () => undefined);
    expect(await receipt).toMatchObject({ outcome: "completed", output: { greeting: "Hello Ada" } });
  });

  test("fails with an error that names the node whose Python code failed", { timeout: 60_000 }, async () => {
    const { receipt } = workflows.start(buildJob("return 1 / 0"), () => undefined);
    expect((await receipt).error?.message).toContain("ZeroDivisionError: division by zero [line 1]");
  });

  test("leaves no sandbox behind when it is canceled", { timeout: 60_000 }, async () => {
    const { runtime } = opened;
    let sandbox: RunHandle | undefined;
    const watched: AgentRuntime = {
      ...{ environmentDigest: undefined, close: () => Promise.resolve() },
      getStatus: () => runtime.getStatus(),
      inspect: (source) => runtime.inspect(source),
      start(job, onEvent) {
        sandbox = runtime.start(job, onEvent);
        setImmediate(() => run.cancel());
        return sandbox;
      },
    };
    const own = new WorkflowRuntime({ python: watched });
    const run = own.start(buildJob("while True: pass"), () => undefined);
    expect(await run.receipt).toMatchObject({ outcome: "cancelled" });
    expect(await sandbox?.receipt).toMatchObject({ outcome: "cancelled" });
    await own.close();
  });

  test("is refused if there is no Python sandbox", async () => {
    const bare = new WorkflowRuntime();
    const { receipt } = bare.start(buildJob("return []"), () => undefined);
    expect((await receipt).error?.message).toContain("it has no Python sandbox");
    await bare.close();
  });
});
