import { spawnSync } from "node:child_process";
import type { JsonValue } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import { createCodeRequest, ECHO } from "./code-request.fixture.ts";
import { createCodeRunner } from "./code-runner.ts";
import type { PythonCodeAnswer, PythonSandbox } from "./python-code.ts";

const CALL = `
import sys
given = json.load(sys.stdin)
json.dump(run(given), sys.stderr)
`;

/** Runs Python without a sandbox, because these tests are about the program around the code. */
const BARE_PYTHON: PythonSandbox = {
  run({ source, input }) {
    const ended = spawnSync("python3", ["-c", source + CALL], {
      input: JSON.stringify({ given: input }),
      encoding: "utf8",
    });
    if (ended.status !== 0) throw new Error(ended.stderr);
    const answer: PythonCodeAnswer = {
      output: JSON.parse(ended.stderr) as string,
      logs: ended.stdout.split("\n").filter(Boolean),
    };
    return Promise.resolve(answer);
  },
};

const runner = createCodeRunner({ http: ECHO, python: BARE_PYTHON });
const [A, B] = [{ json: { a: 1 } }, { json: { a: 2 } }];

test.each<[name: string, source: string, mode: "all" | "each", value: JsonValue]>([
  [
    "items through n8n's first Python API",
    "for item in _input.all():\n  item.json.x = item.json.a + 1\nreturn _input.all()",
    "all",
    [{ json: { a: 1, x: 2 } }, { json: { a: 2, x: 3 } }],
  ],
  [
    "items through n8n's native Python API",
    "return [{'json': {'b': item['json']['a']}} for item in _items]",
    "all",
    [{ json: { b: 1 } }, { json: { b: 2 } }],
  ],
  ["one object", "return {'n': len(_input.all())}", "all", { n: 2 }],
  [
    "first, last and item",
    "return [_input.first().json.a, _input.last().json.a, _input.item.json.a]",
    "all",
    [1, 2, 1],
  ],
  ["another node", "return _('Before').first().json.a + _node['Before'].last().json.a", "all", 3],
  ["to_py", "data = _input.first().json.to_py()\nreturn data.get('a')", "all", 1],
  ["the lines of a string unchanged", "return '''a\n  b'''", "all", "a\n  b"],
  ["functions, imports and await", "import asyncio\nasync def f():\n  return 5\nreturn await f()", "all", 5],
  [
    "static data",
    "_getWorkflowStaticData('global')['n'] = 1\nreturn _getWorkflowStaticData('global')",
    "all",
    { n: 1 },
  ],
  ["nothing", "x = 1", "all", null],
  [
    "each item",
    "return {'b': _json.a, 'i': _itemIndex}",
    "each",
    [
      { value: { b: 1, i: 0 }, kind: "object" },
      { value: { b: 2, i: 1 }, kind: "object" },
    ],
  ],
  [
    "each item through the native Python API",
    "return _item",
    "each",
    [
      { value: A as JsonValue, kind: "object" },
      { value: B as JsonValue, kind: "object" },
    ],
  ],
])("Python returns %s", { timeout: 20_000 }, async (_name, source, mode, value) => {
  expect((await runner.python(createCodeRequest(source, { mode }))).value).toEqual(value);
});

test.each([
  ["an error with its line", "x = 1\nraise ValueError('bad')", "ValueError: bad [line 2]"],
  [
    "code that cannot be parsed, with its line",
    "x = 1\nreturn (",
    "SyntaxError: '(' was never closed [line 2]",
  ],
  ["a missing field", "x = 1\nreturn {'b': _input.first().json.nothing}", "AttributeError: nothing [line 2]"],
  [
    "a value that JSON cannot express",
    "return {'a': object()}",
    "TypeError: Object of type object is not JSON serializable",
  ],
  [
    "a missing node",
    "return _('Nowhere').all()",
    "ValueError: Node 'Nowhere' is not in the workflow, or has not been executed [line 1]",
  ],
])("Python reports %s", { timeout: 20_000 }, async (_name, source, message) => {
  await expect(runner.python(createCodeRequest(source))).rejects.toThrow(message);
});

test("text that Python prints is logged", { timeout: 20_000 }, async () => {
  const { logs } = await runner.python(createCodeRequest("print('a', 1)\nreturn []"));
  expect(logs).toEqual([{ level: "info", message: "a 1" }]);
});

test("items that are too large for a sandbox are refused before it starts", async () => {
  const code = createCodeRequest("return []");
  const items = [{ json: { text: "x".repeat(31 * 1024 * 1024) } }];
  await expect(runner.python({ ...code, scope: { ...code.scope, items } })).rejects.toThrow(
    "The items are 32 MB, but Python code can receive at most 30 MB",
  );
});

test("a result that is nested more deeply than items may be is refused", { timeout: 20_000 }, async () => {
  const source = "a = []\nfor _i in range(150): a = [a]\nreturn a";
  await expect(runner.python(createCodeRequest(source))).rejects.toThrow("nested too deeply");
});

test("Python code is refused without a Python sandbox", async () => {
  const bare = createCodeRunner({ http: ECHO });
  await expect(bare.python(createCodeRequest("return []"))).rejects.toThrow("no Python sandbox");
});
