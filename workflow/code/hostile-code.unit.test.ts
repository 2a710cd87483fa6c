import { afterEach, expect, test } from "vitest";
import { CodeFailure } from "./code-failure.ts";
import { createCodeRequest, ECHO } from "./code-request.fixture.ts";
import { createCodeRunner } from "./code-runner.ts";

const runner = createCodeRunner({ http: ECHO, limits: { cpuMs: 1_000, wallMs: 1_500 } });
/**
 * Shorter limits for code that runs until it is stopped. With dozens of such cases, a second for each would take half a
 * minute.
 */
const briefRunner = createCodeRunner({ http: ECHO, limits: { cpuMs: 150, wallMs: 300 } });

const TOO_LONG = /took more than/;
const TOO_MUCH = /exceeds its memory limit|Invalid (?:string|array) length|took more than/;
const TOO_DEEP = /Maximum call stack size exceeded/;

/** Code that must fail, with the expected error. */
const FAILS: readonly (readonly [name: string, source: string, message: RegExp])[] = [
  ["an endless loop", "for (;;);", TOO_LONG],
  ["a loop that catches everything", "for (;;) { try { for (;;); } catch {} }", TOO_LONG],
  ["a loop in finally", "try { for (;;); } finally { for (;;); }", TOO_LONG],
  ["an endless generator", "function* g() { for (;;) yield 1; } for (const x of g()); ", TOO_LONG],
  ["a loop of jobs", "async function f() { for (;;) await 0; } await f();", TOO_LONG],
  ["jobs that create jobs", "const f = () => Promise.resolve().then(f); await f();", TOO_LONG],
  ["a loop in a getter of an item", "return [{ json: { get a() { for (;;); } } }];", TOO_LONG],
  ["a loop in toJSON", "return [{ json: { toJSON() { for (;;); } } }];", TOO_LONG],
  ["a loop in a proxy", "return new Proxy({}, { ownKeys() { for (;;); } });", TOO_LONG],
  ["a loop in the then method of a result", "return { then() { for (;;); } };", TOO_LONG],
  ["a regular expression with too many ways to match", "/(a+)+b/.test('a'.repeat(50));", TOO_LONG],
  ["a slow regular expression in replace", "'a'.repeat(50).replace(/(a|a)*b/, '');", TOO_LONG],
  ["a slow comparison", "[3, 2, 1].sort(() => { for (;;); });", TOO_LONG],
  ["a loop in eval", "eval('for (;;);');", TOO_LONG],
  ["a function created from text", "new Function('for (;;);')();", TOO_LONG],
  ["async loops in a loop", "for (;;) (async () => { for (;;); })();", TOO_LONG],
  [
    "async loops whose errors are caught",
    "for (;;) { try { (async () => { for (;;); })().catch(() => {}); } catch {} }",
    TOO_LONG,
  ],
  ["a loop after an await", "await null; for (;;);", TOO_LONG],
  ["a loop in a timer", "setTimeout(() => { for (;;); }, 1); await new Promise(() => {});", TOO_LONG],
  ["recursion", "const f = () => f() + 1; f();", TOO_DEEP],
  ["recursion by getters", "const o = { get a() { return this.a; } }; o.a;", TOO_DEEP],
  ["recursion by proxies", "let p = {}; for (let i = 0; i < 2e4; i++) p = new Proxy(p, {}); p.x;", TOO_DEEP],
  ["recursion by toString", "const o = { toString() { return String(this); } }; String(o);", TOO_DEEP],
  ["recursion by JSON", "let o = {}; for (let i = 0; i < 2e4; i++) o = { o }; return o;", TOO_DEEP],
  ["recursion by reading JSON", "JSON.parse('['.repeat(1e5));", /./],
  ["recursion by flat", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity);", TOO_DEEP],
  [
    "recursion by structuredClone",
    "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; structuredClone(a);",
    TOO_DEEP,
  ],
  [
    "code nested 100,000 deep",
    `return ${"(".repeat(100_000)}1${")".repeat(100_000)};`,
    /nested too deeply|stack/,
  ],
  ["a list that grows", "const a = []; for (;;) a.push(new Array(1000).fill(1));", TOO_MUCH],
  ["text that grows", "let s = 'x'; for (;;) s += s;", TOO_MUCH],
  ["a string repeated half a billion times", "'x'.repeat(2 ** 29);", TOO_MUCH],
  ["a string padded to a gigabyte", "''.padEnd(2 ** 30 - 1);", TOO_MUCH],
  ["a buffer of a gigabyte", "new ArrayBuffer(2 ** 30);", TOO_MUCH],
  ["endlessly many typed arrays", "const a = []; for (;;) a.push(new Float64Array(1e6));", TOO_MUCH],
  ["searching a list of four billion", "new Array(4e9).indexOf(1);", /Invalid array length/],
  ["joining a list of four billion", "const a = []; a.length = 4e9; a.join();", /Invalid array length/],
  ["iterating over a list of four billion", "Array(4e9).forEach(() => {});", /Invalid array length/],
  ["reversing a list of four billion", "Array(4e9).reverse();", /Invalid array length/],
  ["numbers of a million digits", "let n = 3n; for (;;) n *= n;", /./],
  ["endlessly many maps", "const m = new Map(); for (let i = 0; ; i++) m.set(i, {});", TOO_MUCH],
  ["endlessly many promises", "const a = []; for (;;) a.push(Promise.resolve().then(() => 1));", TOO_MUCH],
  ["endlessly many timers", "for (;;) setTimeout(() => {}, 1);", /code can wait for|took more than/],
  ["endlessly many requests", "for (;;) fetch('https://a.example');", /code can wait for|took more than/],
  [
    "one request after another",
    "for (;;) await fetch('https://a.example');",
    /code can wait for|took more than/,
  ],
  ["a wait that is too long", "await new Promise((r) => setTimeout(r, 1e9));", /waited for more than/],
  ["a promise that never settles", "await new Promise(() => {});", /never settles/],
  ["an answer of 60 MB", "return [{ json: { a: 'x'.repeat(6e7) } }];", /returned|memory|took more than/],
  ["the host's process", "return process.version;", /process is not defined/],
  ["the host's require", "return require('fs').readFileSync('/etc/passwd');", /Cannot find module 'fs'/],
  ["a module", "return await import('fs');", /./],
  ["environment variables", "return $env.PATH;", /access to env vars denied/],
  ["environment variables, listed", "return Object.keys($env);", /access to env vars denied/],
  [
    "credentials",
    "return await this.helpers.httpRequestWithAuthentication('x', {});",
    /Credentials cannot be used/,
  ],
  ["a wait for shared memory", "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 1e9);", /./],
  ["a closing brace", "}); for (;;); (function () {", /Unexpected token/],
  [
    "a stack that is not text",
    "const e = new Error('own'); e.stack = { toString() { throw 1; } }; throw e;",
    /./,
  ],
  ["a message that throws", "throw { get message() { throw new Error('x'); } };", /./],
];

/** Code that must return the expected value without reaching anything on the host. */
const GIVES: readonly (readonly [name: string, source: string, value: unknown])[] = [
  [
    "the function behind a function",
    "return (function () {}).constructor('return typeof process')();",
    "undefined",
  ],
  [
    "the function behind a helper",
    "return this.helpers.httpRequest.constructor('return typeof process')();",
    "undefined",
  ],
  [
    "a host error's constructor",
    "try { new URL('x'); } catch (e) { return e.constructor.constructor('return typeof process')(); }",
    "undefined",
  ],
  [
    "globals of the host",
    "return Object.getOwnPropertyNames(globalThis).filter((n) => /^host|^process$|^std$|^os$/.test(n));",
    [],
  ],
  ["a changed prototype of the host", "Object.prototype.polluted = 1; return [1];", [1]],
  ["JSON replaced", "JSON.stringify = () => '\"own\"'; return { a: 1 };", { a: 1 }],
  ["eval replaced", "globalThis.eval = () => 'own'; return typeof DateTime.now();", "object"],
  ["an answer that is returned twice", "Promise.resolve().then(() => 1); return { a: 1 };", { a: 1 }],
  ["__proto__ as a field", 'return JSON.parse(\'{"__proto__": {"x": 1}}\').x === undefined;', true],
  ["endless logs", "for (let i = 0; i < 2000; i++) console.log('x'); return 1;", 1],
  ["a fetch that is not awaited", "fetch('https://a.example'); return 1;", 1],
  ["an interval that is never cleared", "setInterval(() => {}, 1); return 1;", 1],
];

afterEach(async () => {
  const { value } = await runner.javascript(createCodeRequest("return $input.all().length + ({}).polluted;"));
  expect(value).toBeNull();
});

test.each(FAILS)("reports a clear error for %s", { timeout: 20_000 }, async (_name, source, message) => {
  const { javascript } = message === TOO_LONG ? briefRunner : runner;
  const failure = await javascript(createCodeRequest(source)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CodeFailure);
  expect((failure as Error).message).toMatch(message);
});

test.each(GIVES)("%s stays in the sandbox", { timeout: 20_000 }, async (_name, source, value) => {
  const answer = await runner.javascript(createCodeRequest(source));
  expect(answer.value).toEqual(value);
  expect(answer.logs.length).toBeLessThanOrEqual(1_000);
});

test("code stops waiting when its run is stopped", async () => {
  const ended = new AbortController();
  const request = createCodeRequest("await new Promise((r) => setTimeout(r, 1e6));", {
    signal: ended.signal,
  });
  setTimeout(() => ended.abort(), 10);
  await expect(runner.javascript(request)).rejects.toThrow("The run was stopped");
});
