import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestRuntime, type TestRuntime } from "./testing/runtime-fixture.ts";

let test: TestRuntime;

beforeAll(async () => {
  test = await openTestRuntime();
});
afterAll(() => test.close());

describe("inspecting a file", () => {
  it("describes a file without running it", async () => {
    const source = `
import stoa
raise SystemExit("never executed")
@stoa.agent(name="Counter", tags=["text"], agents=[12], examples=[{"message": "hi"}])
def count(message: str, unit: str = "words"):
    """Counts.

    Args:
        message: The text.
    """
`;

    // Real sandboxes need time on a busy machine.
    vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
    expect(await test.runtime.inspect(source)).toEqual({
      framework: "stoa",
      entry: { name: "count", kind: "decorated", takes: "parameters" },
      entryDescription: "Function count",
      parameters: [
        { name: "message", type: "string", required: true, description: "The text." },
        { name: "unit", type: "string", required: false, description: "", default: "words" },
      ],
      declaration: {
        name: "Counter",
        description: "Counts.",
        features: [],
        useCases: [],
        tags: ["text"],
        models: [],
        connectors: [],
        agents: [{ agentId: 12, place: "agents of @stoa.agent", line: 4 }],
        examples: [{ message: "hi" }],
      },
      hosts: { declared: [], written: [], place: "decorator" },
      imports: ["stoa"],
    });
  });

  it("returns the content of the file's script block, or the line of its problem", async () => {
    const block = `# /// script
# requires-python = ">=3.10"
# dependencies = ["requests>=2.31"]
# [tool.stoa]
# hosts = ["api.example.com"]
# secrets = ["EXAMPLE_API_KEY"]
# ///
`;
    const { script } = await test.runtime.inspect(`${block}def run(message): ...`);
    expect(script).toEqual({
      requiresPython: ">=3.10",
      dependencies: ["requests>=2.31"],
      hosts: ["api.example.com"],
      secrets: ["EXAMPLE_API_KEY"],
    });
    const { scriptProblem } = await test.runtime.inspect(block.replace('"api.example.com"', "3"));
    expect(scriptProblem).toEqual({ line: 5, message: expect.stringContaining("hosts must be a list") });
  });

  it("keeps a default of null, and replaces characters that cannot be stored", async () => {
    const { parameters } = await test.runtime.inspect('def run(a=None, b="x\\0\\ud800"): ...');
    expect(parameters.map((parameter) => parameter.default)).toEqual([null, "x\uFFFD\uFFFD"]);
  });

  it.each([
    ["a syntax error", "def run(:\n", 1],
    ["a NUL character", "x = 1\0", undefined],
    ["a lone surrogate", "x = '\ud800'", undefined],
  ])("reports %s", async (_what, source, line) => {
    const { syntaxProblem, entry } = await test.runtime.inspect(source);
    expect(syntaxProblem?.message).toBeTruthy();
    expect(syntaxProblem?.line).toBe(line);
    expect(entry).toBeUndefined();
  });

  it.each([
    ["nested brackets", "[".repeat(900_000)],
    ["a long chain of operators", `x = ${"1+".repeat(300_000)}1`],
    ["a long chain of attributes", `x = a${".b".repeat(300_000)}`],
    [
      "nested functions",
      Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}def f():`).join("\n"),
    ],
    ["nested unions", `def run(a: ${"int | ".repeat(50_000)}int): ...`],
    ["a file beyond the limit", "#".repeat(3 << 20)],
  ])("reports a syntax problem instead of crashing for %s", async (_what, source) => {
    const inspection = await test.runtime.inspect(source);
    expect(inspection.syntaxProblem?.message).toBeTruthy();
  });

  it("finds the entry point in the largest file of plain statements", async () => {
    const { entry } = await test.runtime.inspect(`${"x = f(1)\n".repeat(60_000)}def run(message): ...\n`);
    expect(entry?.name).toBe("run");
  });
});
