import { describe, expect, it } from "vitest";
import { ExpressionError, evaluateParameter, evaluateText } from "./index.ts";
import { createScope } from "./testing/scope.ts";

const scope = createScope({
  name: "Ada",
  n: 3,
  zero: 0,
  no: false,
  none: null,
  empty: "",
  list: [1, [2, 3], null],
  object: { a: 1 },
  "a}}b": "braces",
});

describe("text of the file", () => {
  it.each<[string, unknown]>([
    ["plain", "plain"],
    ["{{ $json.n }}", "{{ $json.n }}"],
    ["=", ""],
    ["=plain", "plain"],
    ["==a", "=a"],
    // A single expression keeps its type.
    ["={{ $json.n }}", 3],
    ["={{$json.n}}", 3],
    ["={{ $json.no }}", false],
    ["={{ $json.none }}", null],
    ["={{ $json.missing }}", undefined],
    ["={{ $json.list }}", [1, [2, 3], null]],
    ["={{ $json.object }}", { a: 1 }],
    ["={{ undefined }}", undefined],
    ["={{ 0 / 0 }}", Number.NaN],
    ["={{ }}", undefined],
    // Everything else is text.
    ["= {{ $json.n }}", " 3"],
    ["={{ $json.n }} ", "3 "],
    ["={{ $json.n }}\n", "3\n"],
    ["={{ $json.n }}{{ $json.n }}", "33"],
    ["=Hello {{ $json.name }}!", "Hello Ada!"],
    [
      "=a {{ $json.zero }} {{ $json.no }} {{ $json.none }}{{ $json.missing }}{{ $json.empty }} b",
      "a 0 false  b",
    ],
    ["=a {{ $json.object }}", "a [object Object]"],
    ["=a {{ $json.list }}", "a 1,2,3,"],
    ["=a {{ [] }}{{ {} }}", "a [object Object]"],
    ["=a {{ 0 / 0 }}", "a "],
    ["=a {{ 1 / 0 }}", "a Infinity"],
    ["=at {{ $now }}", "at 2026-01-14T15:30:00.000+01:00"],
    ["=at {{ new Date(0) }}", "at Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"],
    ["=a {{ JSON.stringify($json.object) }}", 'a {"a":1}'],
    ["=a {{ }} b", "a  b"],
    // braces
    ["={{ { a: { b: 1 } } }}", { a: { b: 1 } }],
    ["={{ {a:{b:1}}}}", { a: { b: 1 } }],
    ["={{ '}}' }}", "}}"],
    ["={{ $json['a}}b'] }}", "braces"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the author\'s template
    ["={{ `${ { a: 1 }.a }}}` }}", "1}}"],
    ["={{ /}}/.test('}}') }}", true],
    ["=\\{{ $json.n }}", "{{ $json.n }}"],
    ["=\\{{ a }} {{ $json.n }}", "{{ a }} 3"],
    ["={{ 'a\\}}' }}", "a}}"],
    ["=a {{ open", "a {{ open"],
    ["=a }} b", "a }} b"],
    ["=a { b } {{ $json.n }}", "a { b } 3"],
    ['={ "x": "{{ $json.name }}", "y": {{ $json.n }} }', '{ "x": "Ada", "y": 3 }'],
    // comments, brackets, semicolons
    ["={{ /* {{ */ $json.n // the number\n}}", 3],
    ["={{ ($json.n) }}", 3],
    ["={{ (($json.n)); }}", 3],
    ["={{\n  $json\n    .list\n    .length\n}}", 3],
  ])("is evaluated as n8n does: %j", (text, expected) => expect(evaluateText(text, scope)).toEqual(expected));
});

it("evaluates many expressions in long text", () => {
  const text = `=${`${"words ".repeat(200)}{{ $json.name }} `.repeat(1_000)}`;
  expect(evaluateText(text, scope)).toBe(text.slice(1).replaceAll("{{ $json.name }}", "Ada"));
});

describe("an invalid expression", () => {
  it.each([
    ["={{ 1 + }}", "invalid syntax", "at its end"],
    ["={{ const x = 1; x }}", "invalid syntax", 'at "const x = 1; x"'],
    ["={{ $json.a; $json.b }}", "must be a single expression", 'at "$json.b"'],
    ["={{ a b }}", "must be a single expression", 'at "b"'],
    ["={{ 'open }}", "invalid syntax: Unterminated string", 'at "\'open"'],
    ["=text {{ if (x) y }}", "invalid syntax", 'at "if (x) y"'],
    ["={{ #each }}", "invalid syntax", 'at "#each"'],
    ["={{ this.$json }}", "this cannot be used", 'at "this.$json"'],
    ["={{ (async () => 1)() }}", "async functions and generators cannot be used", 'at "async () => 1)()"'],
    [
      "={{ (function* () {})() }}",
      "async functions and generators cannot be used",
      'at "function* () {})()"',
    ],
    ["={{ class A {} }}", "class cannot be used", 'at "class A {}"'],
    ["={{ tag`x` }}", "a tagged template cannot be used", 'at "tag`x`"'],
    ["={{ import('fs') }}", "import() cannot be used", "at \"import('fs')\""],
    ["={{ 10n }}", "BigInt literals", 'at "10n"'],
    ["={{ { get a() { return 1; } } }}", "get and set cannot be used", 'at "get a() { return 1; }'],
    ["={{ $json.name.trim }}", "Add parentheses: trim()", 'at "$json.name.trim"'],
    ["={{ $input.first }}", "Add parentheses", 'at "$input.first"'],
  ])("is refused with its position: %s", (text, message, place) => {
    const evaluate = () => evaluateText(text, scope);
    expect(evaluate).toThrow(ExpressionError);
    expect(evaluate).toThrow(message);
    expect(evaluate).toThrow(place);
  });
});

describe("a parameter", () => {
  it("is evaluated wherever it contains an expression", () => {
    const parameter = {
      a: "={{ $json.n }}",
      b: [{ c: "=x{{ $json.name }}", d: 1 }],
      e: null,
      f: "={{ $json.missing }}",
    };
    expect(evaluateParameter(parameter, scope, "options")).toEqual({
      a: 3,
      b: [{ c: "xAda", d: 1 }],
      e: null,
    });
  });

  it("names the field that cannot be evaluated", () => {
    const parameter = { list: [{ value: "fine" }, { value: "={{ 1 + }}" }] };
    const evaluate = () => evaluateParameter(parameter, scope, "assignments");
    expect(evaluate).toThrow(expect.objectContaining({ field: "assignments.list[1].value" }));
  });
});
