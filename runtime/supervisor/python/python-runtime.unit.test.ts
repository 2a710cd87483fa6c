import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Job } from "../../protocol/index.ts";
import { LAUNCHERS, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";

describe.each(LAUNCHERS)("in %s", (_name, parents) => {
  let test: TestRuntime;

  beforeAll(async () => {
    test = await openTestRuntime({ parents });
  });
  afterAll(() => test.close());

  async function answer(
    source: string,
    takes: Job["entry"]["takes"] = "parameters",
    input: Job["input"] = {},
  ) {
    const { receipt } = await runAgent(test.runtime, source, {
      entry: { name: "main", kind: "function", takes },
      input,
    });
    if (receipt.outcome !== "completed") throw new Error(JSON.stringify(receipt));
    return receipt.output;
  }

  describe("an entry point", () => {
    it.each([
      ["sync", "def main(a, b=2): return a + b"],
      ["async", "import asyncio\nasync def main(a, b=2):\n    await asyncio.sleep(0)\n    return a + b"],
      [
        "a function that returns a coroutine",
        "async def later(n): return n\ndef main(a, b=2): return later(a + b)",
      ],
      ["a function with positional-only parameters", "def main(a, /, b=2): return a + b"],
      ["a function with keyword parameters", "def main(**fields): return fields['a'] + fields.get('b', 2)"],
      [
        "a wrapped function",
        "import functools\ndef deco(f):\n    @functools.wraps(f)\n    def inner(*a, **k): return f(*a, **k)\n    return inner\n@deco\ndef main(a, b=2): return a + b",
      ],
      ["a decorated function", "import stoa\n@stoa.agent(name='Adder')\ndef main(a, b=2): return a + b"],
    ])("receives fields by name if it is %s", async (_kind, source) => {
      expect(await answer(source, "parameters", { a: 1, unknown: true })).toBe(3);
    });

    it("receives the whole input as one dict if it takes input_data", async () => {
      expect(
        await answer("def main(input_data): return input_data", "input_data", { a: [1, "é", null] }),
      ).toEqual({
        a: [1, "é", null],
      });
    });

    it("receives nothing if it has no parameters", async () => {
      expect(await answer("def main(): return True", "none", { a: 1 })).toBe(true);
    });

    it("receives a dataclass that its file defines", async () => {
      const source =
        "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass Query:\n    city: str\n    days: int = 3\ndef main(query: Query): return [query.city, query.days]";
      expect(await answer(source, "input_data", { city: "Oslo", other: 1 })).toEqual(["Oslo", 3]);
    });
  });

  describe("the answer of an agent", () => {
    it.each([
      ["None", null],
      ["{'a': (1, 2.5, True)}", { a: [1, 2.5, true] }],
      ["{'when': __import__('datetime').date(2024, 1, 2)}", { when: "2024-01-02" }],
      ["b'caf\\xc3\\xa9'", "café"],
      ["'a\\x00b\\ud800c'", "a\uFFFDb\uFFFDc"],
      ["object", "<class 'object'>"],
      ["{'__proto__': 1}", JSON.parse('{"__proto__":1}')],
      ["10 ** 400", `1${"0".repeat(400)}`],
      ["''", ""],
      ["'日本 🎉'", "日本 🎉"],
    ])("is the JSON value of %s", async (expression, expected) => {
      expect(await answer(`def main(): return ${expression}`, "none")).toEqual(expected);
    });

    it("causes an error if it is a number that JSON cannot represent", async () => {
      const { receipt } = await runAgent(test.runtime, "def main(message): return float('nan')");
      expect(receipt).toMatchObject({ outcome: "failed", output: null });
    });
  });

  describe("a conversation", () => {
    const conversation = { id: "conv_1", history: [{ role: "user" as const, content: "before" }] };
    const keeps = (size: number) => `
import sys
def main(message, history: list[dict]):
    sys.modules["stoa_sandbox.events"].emit_state("x" * ${size})
    return history`;

    it("gives the function its history, and the receipt has the state beside a full output", async () => {
      const { receipt } = await runAgent(test.runtime, keeps(1024 * 1024), {
        conversation,
        limits: { outputBytes: 2000 },
      });
      expect(receipt).toMatchObject({ outcome: "completed", output: conversation.history });
      expect(receipt.state).toHaveLength(1024 * 1024);
    });

    it("has no room for a state if the run stands alone", async () => {
      const { receipt } = await runAgent(test.runtime, keeps(5000), { limits: { outputBytes: 2000 } });
      expect(receipt.outcome).toBe("output_limit");
    });
  });

  describe("a streaming agent", () => {
    it.each([
      ["a generator", "def main(message):\n    yield 'one '\n    yield 'two'"],
      ["an async generator", "async def main(message):\n    yield 'one '\n    yield 'two'"],
      ["a function that returns a generator", "def main(message): return (w for w in ['one ', 'two'])"],
    ])("sends each chunk as an event and joins the chunks to the answer: %s", async (_kind, source) => {
      const { receipt, events } = await runAgent(test.runtime, source);
      expect(events).toEqual([
        { type: "output", text: "one " },
        { type: "output", text: "two" },
      ]);
      expect(receipt).toMatchObject({ outcome: "completed", output: "one two" });
    });

    it("sends each chunk before the next one is created", async () => {
      const source = "import time\ndef main(message):\n    yield 'first'\n    time.sleep(1000)";
      const { receipt } = await runAgent(test.runtime, source, { limits: { wallMs: 300 } });
      expect(receipt).toMatchObject({ outcome: "timeout", output: "first" });
      // The monitor ends it at the limit; the host would wait 18 s longer.
      expect(receipt.durationMs).toBeLessThan(10_000);
    });

    it("keeps the streamed output if it fails", async () => {
      const { receipt } = await runAgent(
        test.runtime,
        "def main(message):\n    yield 'half'\n    raise KeyError('x')",
      );
      expect(receipt).toMatchObject({ outcome: "failed", output: "half" });
      expect(receipt.error?.message).toBe("The agent raised KeyError: 'x'");
    });

    it("sends items that are not strings as JSON, and answers with its return value if it yields nothing", async () => {
      expect(await answer("def main():\n    yield {'a': 1}\n    yield 2", "none")).toBe('{"a": 1}2');
      expect(await answer("def main():\n    return 5\n    yield", "none")).toBe(5);
    });
  });

  describe("events", () => {
    it("print, stderr, log and progress arrive in order and are not part of the answer", async () => {
      const source = `
import stoa, sys, os
def main(message):
    print("one", "two\\nthree")
    stoa.log("four", level="warning")
    print("five", file=sys.stderr)
    stoa.progress("six", 0.5)
    stoa.progress("seven")
    print("eight", end="")
    return "answer"
`;

      // Real sandboxes need time on a busy machine.
      vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
      const { receipt, events } = await runAgent(test.runtime, source);
      expect(receipt.output).toBe("answer");
      expect(events).toEqual([
        { type: "log", level: "info", message: "one two" },
        { type: "log", level: "info", message: "three" },
        { type: "log", level: "warning", message: "four" },
        { type: "log", level: "error", message: "five" },
        { type: "progress", message: "six", fraction: 0.5 },
        { type: "progress", message: "seven" },
        { type: "log", level: "info", message: "eight" },
      ]);
    });

    it("bytes that are written without print also become log events", async () => {
      const source =
        "import os, sys\ndef main(message):\n    os.write(1, b'raw\\n')\n    sys.stdout.buffer.write(b'half')";
      const { events } = await runAgent(test.runtime, source);
      expect(events).toEqual([
        { type: "log", level: "info", message: "raw" },
        { type: "log", level: "info", message: "half" },
      ]);
    });

    it("lines that are not valid events become log events, and the run completes", async () => {
      const source = `import os\ndef main(message):\n    os.write(3, b'{"type":"log","level":"fatal","message":"x"}\\nnonsense\\n')\n    return 1`;
      const { receipt, events } = await runAgent(test.runtime, source);
      expect(receipt).toMatchObject({ outcome: "completed", output: 1 });
      expect(events.map((event) => event.type)).toEqual(["log", "log"]);
    });
  });

  describe("a failure", () => {
    it("is reported to the caller with the whole error, and to the developer with a traceback without our frames", async () => {
      const source = "def inner():\n    raise ValueError('bad\\nnumber')\ndef main(message):\n    inner()\n";
      const { receipt } = await runAgent(test.runtime, source);
      expect(receipt.error?.message).toBe("The agent raised ValueError: bad\nnumber");
      expect(receipt.error?.developerDetail).toBe(
        'Traceback (most recent call last):\n  File "agent.py", line 4, in main\n    inner()\n  File "agent.py", line 2, in inner\n    raise ValueError(\'bad\\nnumber\')\nValueError: bad\nnumber\n',
      );
    });

    it("is shortened to 16,000 characters, with the number of omitted characters", async () => {
      const raised = async (text: string) =>
        (await runAgent(test.runtime, `def main(message):\n    raise ValueError(${text})\n`)).receipt.error
          ?.message;
      expect(await raised("'x' * 15_000 + 'end'")).toMatch(/x{15000}end$/);
      expect(await raised("'x' * 30_000")).toMatch(/x\n\.\.\. 14,089 more characters$/);
    });

    it.each([
      ["def main(:", "The agent's file has a syntax error on line 1"],
      ["raise RuntimeError('at import')", "The agent raised RuntimeError: at import"],
      ["other = 1", "no top-level function named main"],
      ["def main(message, missing): pass", "missing"],
      ["import numpy_of_another_world\ndef main(message): pass", "numpy_of_another_world"],
    ])("is reported for %s", async (source, message) => {
      const { receipt } = await runAgent(test.runtime, source);
      expect(receipt.outcome).toBe("failed");
      expect(receipt.error?.message).toContain(message);
    });
  });

  describe("the sandbox of a run", () => {
    it("has only its gateway and its token in the environment", async () => {
      const environment = await answer("import os\ndef main(): return dict(os.environ)", "none");
      expect(environment).toEqual({
        HOME: "/tmp",
        TMPDIR: "/tmp",
        PATH: "/environment/bin:/usr/bin:/bin",
        PYTHONPATH: "/stoa/packages:/environment",
        LANG: "C.UTF-8",
        TZ: "UTC",
        PYTHONDONTWRITEBYTECODE: "1",
        PYTHONHASHSEED: "0",
        OPENAI_BASE_URL: "http://127.0.0.1:8741/v1",
        OPENAI_DEFAULT_MODEL: "default",
        OPENAI_MODEL_NAME: "default",
        CREWAI_DISABLE_TELEMETRY: "true",
        CREWAI_TRACING_ENABLED: "false",
        OPENAI_API_BASE: "http://127.0.0.1:8741/v1",
        OPENAI_API_KEY: "token-of-this-run",
        ANTHROPIC_BASE_URL: "http://127.0.0.1:8741",
        ANTHROPIC_API_KEY: "token-of-this-run",
        STOA_CONNECTORS_URL: "http://127.0.0.1:8741/connectors",
        STOA_CONNECTORS_TOKEN: "token-of-this-run",
        STOA_AGENTS_URL: "http://127.0.0.1:8741/agents",
        STOA_AGENTS_TOKEN: "token-of-this-run",
        STOA_OUTPUT_DIR: "/tmp/stoa-output",
        STOA_MEMORY_URL: "http://127.0.0.1:8741/memory",
        STOA_MEMORY_TOKEN: "token-of-this-run",
      });
    });

    it("has a private /tmp and the usual standard library", async () => {
      const source =
        "import tempfile, sqlite3, re, csv, zoneinfo, concurrent.futures as f\ndef main():\n    with tempfile.NamedTemporaryFile() as t: t.write(b'x')\n    with f.ThreadPoolExecutor(4) as pool: numbers = list(pool.map(abs, [-1, 2]))\n    return [numbers, sqlite3.connect(':memory:').execute('select 1').fetchone(), __name__]";
      expect(await answer(source, "none")).toEqual([[1, 2], [1], "agent"]);
    });

    it("contains neither files nor changed modules from an earlier run", async () => {
      const source =
        "import os, json\ndef main():\n    seen = os.listdir('/tmp'), hasattr(json, 'poison')\n    open('/tmp/left', 'w').close(); json.poison = 1\n    return seen";
      expect(await answer(source, "none")).toEqual([["stoa-output"], false]);
      expect(await answer(source, "none")).toEqual([["stoa-output"], false]);
    });

    it("orders sets identically in each run", async () => {
      const source = "def main(): return list({'a', 'b', 'c', 'd', 'e', 'f'})";
      expect(await answer(source, "none")).toEqual(await answer(source, "none"));
    });

    it("reports when the agent's code started", async () => {
      const { receipt } = await runAgent(test.runtime, "import time\ndef main(message): time.sleep(0.2)");
      expect(receipt.startMs).toBeGreaterThan(0);
      // The host records the start when it receives the message, which is later on a busy machine.
      expect(receipt.durationMs).toBeGreaterThan((receipt.startMs ?? 0) + 100);
    });
  });
});
