import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExpressionError, evaluateText } from "./index.ts";
import { createExecutedNode, createItems, createScope } from "./testing/scope.ts";

const scope = createScope(
  { name: "Ada", list: [1, 2, 3], o: { a: 1 }, long: "a".repeat(1000) },
  { otherNode: (name) => (name === "A" ? createExecutedNode("A", createItems({ x: 1 })) : undefined) },
);

/** Ways to reach JavaScript's internals. Each is refused with an error. */
const REFUSED = [
  "constructor",
  "''.constructor",
  "''['constructor']",
  "''['const' + 'ructor']",
  "''[['constructor']]",
  "''[{ toString: () => 'constructor' }]",
  "(() => 1).constructor('return process')()",
  "(() => 1)['constructor']",
  "[].constructor.constructor('return 1')()",
  "[]['map']['constructor']",
  "({}).__proto__",
  "({})['__proto__']",
  "$json.__proto__",
  "$json.__proto__.polluted = 1",
  "$json['__proto__']['x'] = 1",
  "$json.constructor.prototype",
  "$input.constructor",
  "$input.all.constructor",
  "$('A').constructor",
  "$now.constructor",
  "DateTime.constructor",
  "DateTime.prototype",
  "Math.constructor",
  "JSON.__proto__",
  "Object.prototype",
  "Object.constructor",
  "Array.prototype.map",
  "/x/.constructor",
  "new Date().constructor",
  "new Map().constructor",
  "(() => { try { null.x } catch (e) { return e.constructor } })()",
  "(() => { try { throw 1 } catch (e) { return e.constructor } })()",
  "(() => { const { constructor } = 'a'; return constructor; })()",
  "(() => { const { constructor: c } = {}; return c; })()",
  "(() => { const { ['__proto__']: p } = {}; return p; })()",
  "({ __proto__: { a: 1 } })",
  "({ ['__proto__']: 1 })",
  "({ constructor: 1 })",
  "(function f() { return f.caller; })()",
  "(function f() { return arguments; })()",
  "(() => { const o = {}; o.__proto__ = []; })()",
  "delete $json.__proto__",
  "''.__defineGetter__('a', () => 1)",
  "({}).__lookupGetter__('a')",
  "process.env",
  "globalThis",
  "global.process",
  "require('fs')",
  "module.exports",
  "eval('1')",
  "Function('return 1')()",
  "new Function('return 1')()",
  "Reflect.ownKeys({})",
  "new Proxy({}, {})",
  "WebAssembly.compile",
  "Buffer.from('a')",
  "fetch('http://x')",
  "setTimeout(() => 1)",
  "this",
  "(function () { return this; })()",
  "import('fs')",
  "new.target",
  "$jmespath($json, '__proto__')",
  "$jmespath($json, 'constructor')",
  `$jmespath($json, '"\\\\u005f_proto__"')`,
  "$now.startOf('constructor')",
  "$now.diff($today, '__proto__')",
  "$env.HOME",
  "$secrets.a",
  "Math = 1",
  "$json = {}",
  "undeclared = 1",
  "$now.year = 1",
  "JSON.parse = 1",
  "$json.list.length = 9e9",
  "$json.list['x'] = 1",
  "$('A').item = 1",
];

/** Expressions that would exceed a limit, with the expected error. */
const BOUNDS: [string, string][] = [
  ["(() => { while (true) {} })()", "it may contain an endless loop"],
  ["(() => { for (;;) {} })()", "it may contain an endless loop"],
  ["(() => { do {} while (1) })()", "it may contain an endless loop"],
  [
    "(() => { let i = 0; for (const x of [1]) { while (true) { i++; } } })()",
    "it may contain an endless loop",
  ],
  ["(() => { while (true) { try { throw 1; } catch {} } })()", "it may contain an endless loop"],
  ["(() => { while (true) { try { continue; } finally {} } })()", "it may contain an endless loop"],
  ["(function f() { return f(); })()", "nested more than 200 levels deep"],
  [
    "(() => { const f = () => { try { return f(); } catch { return f(); } }; return f(); })()",
    "nested more than",
  ],
  ["(() => { const o = { toString: () => '' + o }; return '' + o; })()", "nested more than"],
  ["(() => { const a = []; while (true) a.push(1); })()", "it may contain an endless loop"],
  ["(() => { const a = [1]; for (const x of a) a.push(x); return a.length; })()", ""],
  [
    "(() => { let a = [1]; for (let i = 0; i < 64; i++) a = [...a, ...a]; })()",
    "more than 1,000,000 entries",
  ],
  ["(() => { let a = [1]; for (let i = 0; i < 64; i++) a = a.concat(a); })()", "more than 1,000,000 entries"],
  [
    "(() => { let a = [1]; for (let i = 0; i < 64; i++) a = [a, a]; return a; })()",
    "it may contain an endless loop",
  ],
  ["(() => { let a = ['x']; for (let i = 0; i < 40; i++) a = [a, a]; return '' + a; })()", ""],
  [
    "(() => { let a = [1]; for (let i = 0; i < 64; i++) a = [a, a]; return JSON.stringify(a); })()",
    "it may contain an endless loop",
  ],
  ["(() => { let a = [1]; for (let i = 0; i < 64; i++) a = [a, a]; return a.flat(Infinity); })()", ""],
  ["(() => { const a = []; a[0] = a; return '' + a; })()", "nested more than"],
  [
    "(() => { let a = []; for (let i = 0; i < 1e4; i++) a = [a]; return a; })()",
    "nested more than 500 levels deep",
  ],
  ["(() => { let s = 'x'; while (true) s += s; })()", "longer than 10,000,000 characters"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the author\'s template
  ["(() => { let s = 'x'; while (true) s = `${s}${s}`; })()", "longer than 10,000,000 characters"],
  ["'x'.repeat(1e9)", "longer than 10,000,000 characters"],
  ["'x'.padEnd(1e9)", "longer than 10,000,000 characters"],
  ["'x'.padStart(1e9, 'abc')", "longer than 10,000,000 characters"],
  ["'x'.repeat(1e6).replaceAll('x', 'y'.repeat(1e6))", "longer than 10,000,000 characters"],
  ["'x'.repeat(1e5).replace(/x/g, '$`')", "longer than 10,000,000 characters"],
  ["'x'.repeat(1e5).replace(/x/g, x => 'y'.repeat(1e4))", ""],
  ["Array(1e9)", "more than 1,000,000 entries"],
  ["new Array(4294967295)", "more than 1,000,000 entries"],
  ["Array.from({ length: 1e9 })", "more than 1,000,000 entries"],
  ["[].concat(Array(9e5), Array(9e5))", "more than 1,000,000 entries"],
  ["Array(9e5).fill('abcdefghijk').join('-')", "longer than 10,000,000 characters"],
  ["'x'.repeat(5e6).split('')", "more than 1,000,000 entries"],
  ["(() => { const a = []; a[4e9] = 1; })()", "more than 1,000,000 entries"],
  ["Array(1e6).fill(0).map(x => Array(1e6))", ""],
  [
    "(() => { const m = new Map(); let i = 0; while (true) m.set(i++, 1); })()",
    "it may contain an endless loop",
  ],
  [
    "(() => { const a = Array(1e5).fill(1); while (true) a.indexOf(2); })()",
    "it may contain an endless loop",
  ],
  [
    "(() => { const s = 'a'.repeat(1e6); while (true) s.includes('b'); })()",
    "it may contain an endless loop",
  ],
  ["(() => { const s = 'a'.repeat(1e6); while (true) s.hash(); })()", "it may contain an endless loop"],
  ["[3, 1, 2].sort(() => { while (true) {} })", "it may contain an endless loop"],
  ["'aaa'.replace(/a/g, () => { while (true) {} })", "it may contain an endless loop"],
  ["JSON.stringify({ a: 1 }, () => ({ a: 1 }))", "nested more than"],
  [`new RegExp('(' + 'a|'.repeat(1e4) + ')')`, "longer than 10,000 characters"],
  ["$now.toFormat('MMMM'.repeat(1e6))", "longer than 1,000 characters"],
  ["Interval.after($now, { years: 1000 }).splitBy({ milliseconds: 1 })", "more than 50,000 parts"],
  ["$evaluateExpression('{{ $evaluateExpression(\"1\") }}'.repeat(10))", ""],
];

/** Returns the reason why an expression has no value, or undefined if it has one. */
function getRefusal(code: string): string | undefined {
  try {
    evaluateText(`={{ ${code} }}`, scope);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return String(error);
  }
}

describe("an expression reaches only its data", () => {
  it.each(REFUSED)("%s is refused", (code) => {
    expect(() => evaluateText(`={{ ${code} }}`, scope)).toThrow(ExpressionError);
  });

  it("JavaScript's own objects stay unchanged", () => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    ["$now.get('constructor')", undefined],
    ["$now.get('toISO')", undefined],
    ["$json.toString", undefined],
    ["$json.valueOf", undefined],
    ["({}).hasOwnProperty", undefined],
    ["Object.keys(Math).length > 0 && Math.toString", undefined],
    ["Object.getPrototypeOf", undefined],
    ["Object.defineProperty", undefined],
    ["Object.setPrototypeOf", undefined],
    ["Object.create", undefined],
    ["$json.list.map.call", undefined],
    ["$json.list.map.apply", undefined],
    ["(() => 1).bind", undefined],
    ["(() => 1).toString", undefined],
    ["window", undefined],
    ["Symbol", undefined],
    ["Promise", undefined],
    ["console", undefined],
    ['JSON.parse(\'{"__proto__": {"a": 1}}\').a', undefined],
    ['({ ...JSON.parse(\'{"__proto__": {"a": 1}}\') }).a', undefined],
    ['Object.assign({}, JSON.parse(\'{"__proto__": {"a": 1}}\')).a', undefined],
    ["Object.fromEntries([['__proto__', { a: 1 }]]).a", undefined],
    ["[{ f: '__proto__', v: { a: 1 } }].smartJoin('f', 'v').a", undefined],
    ["[{ a: { b: 1 } }].renameKeys('a', '__proto__')[0].b", undefined],
  ])("%s does not exist", (code, expected) => {
    expect(evaluateText(`={{ ${code} }}`, scope)).toBe(expected);
  });
});

describe("an expression", () => {
  it.each(BOUNDS)("always ends: %s", (code, message) => {
    const begun = performance.now();
    const refusal = getRefusal(code);
    if (message) expect(refusal).toContain(message);
    // The limit takes less than a second on an idle machine.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it.each([
    ["brackets", `${"(".repeat(50_000)}1${")".repeat(50_000)}`],
    ["lists", `${"[".repeat(40_000)}${"]".repeat(40_000)}`],
    ["sums", `1${"+1".repeat(40_000)}`],
    ["members", `$json${".a".repeat(40_000)}`],
    ["arrows", `${"x=>".repeat(30_000)}1`],
    ["characters", `"${"a".repeat(200_000)}"`],
    ["templates", `${"`${".repeat(20_000)}1${"}`".repeat(20_000)}`],
    ["negations", `${"!".repeat(90_000)}1`],
  ])("is refused if it has too many %s", (_what, code) => {
    expect(() => evaluateText(`={{ ${code} }}`, scope)).toThrow(ExpressionError);
  });

  it("is parsed within a time limit even if the text has thousands of opening braces", () => {
    const begun = performance.now();
    try {
      evaluateText(`=${"{{ a }} }} ".repeat(20_000)}{{ "${"}} ".repeat(5000)}`, scope);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

/** Words of hostile and honest expressions. */
const WORD = fc.constantFrom(
  ..."$json $input $now $('A') [ ] ( ) { } . , ; : ? ?. ?? => = += ++ -- ! + - * / % ** < > === && || ... ` ${ ' \" 1 0 -1 1e9".split(
    " ",
  ),
  ..."a x list map filter push sort length constructor __proto__ repeat 'a' \"b\" /a+/g new Date Array Object Math".split(
    " ",
  ),
  ..."function return const let for of in while if else try catch throw delete typeof void true null undefined".split(
    " ",
  ),
  ..."first() toDateTime() JSON.stringify String Number Set Map DateTime isEmpty() {{ }}".split(" "),
);

describe("a random expression", () => {
  it("returns a value or an ExpressionError", () => {
    fc.assert(
      fc.property(fc.array(WORD, { maxLength: 25 }), fc.constantFrom("", " "), (words, gap) => {
        try {
          const value = evaluateText(`={{ ${words.join(gap)} }}`, scope);
          if (value !== undefined) JSON.stringify(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("leaves the items unchanged", () => {
    const before = JSON.stringify(scope.inputs);
    fc.assert(
      fc.property(
        fc.constantFrom(
          "$json",
          "$json.list",
          "$json.o",
          "$input.all()",
          "$input.first()",
          "$('A').all()[0].json",
        ),
        fc.constantFrom(
          ".a = 1",
          ".push(1)",
          ".sort()",
          ".reverse()",
          "[0] = 5",
          ".splice(0)",
          ".o.a = 2",
          ".json.x = 1",
        ),
        (target, change) => {
          try {
            evaluateText(`={{ (() => { const t = ${target}; t${change}; return t; })() }}`, scope);
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
          expect(JSON.stringify(scope.inputs)).toBe(before);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("returns random data unchanged when its path is read", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.array(fc.oneof(fc.string(), fc.nat(3)), { maxLength: 4 }),
        (data, path) => {
          // Inherited members such as toString are found, but they are not data.
          const others = ["prototype", "caller", "callee", "arguments"];
          const keys = path.filter((key) => !(key in {}) && !others.includes(String(key)));
          const read = keys.reduce<unknown>((value, key) => {
            if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
            return (value as Record<string, unknown>)[key];
          }, data);
          const code = keys.map((key) => `[${JSON.stringify(key)}]`).join("");
          fc.pre(typeof data === "object" && data !== null && !/length|"[0-9]+"|\d/.test(code));
          const value = evaluateText(`={{ $json${code} }}`, createScope(data as never));
          expect(JSON.stringify(value)).toBe(JSON.stringify(read));
        },
      ),
      { numRuns: 500 },
    );
  });
});
