const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids exactly these in a string
  /[ \t\r\n]*(?:(?<string>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<scalar>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)|(?<sign>[{}[\],:]))/y;
const SPACE = /[ \t\r\n]*/y;

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end" | "end of file";

const WORDS: Readonly<Record<Expected, string>> = {
  value: "a value",
  "value or ]": "a value or ]",
  key: "a field name in double quotes",
  "key or }": "a field name in double quotes or }",
  colon: "a colon",
  "comma or end": "a comma or the end of the list or object",
  "end of file": "the end of the file",
};

export interface JsonProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * Follows the JSON grammar token by token. `accept` returns whether a token is allowed and notes what may come next.
 */
class Grammar {
  expected: Expected = "value";
  readonly #open: string[] = [];

  accept(token: { string?: string; scalar?: string; sign?: string }): boolean {
    if (token.sign !== undefined) return this.#acceptSign(token.sign);
    if (token.string !== undefined && this.expected.startsWith("key")) return this.#expect("colon");
    return this.expected.startsWith("value") && this.#valueEnded();
  }

  #acceptSign(sign: string): boolean {
    const { expected } = this;
    if ((sign === "{" || sign === "[") && expected.startsWith("value")) {
      this.#open.push(sign);
      return this.#expect(sign === "{" ? "key or }" : "value or ]");
    }
    if (sign === "}" && this.#open.at(-1) === "{" && (expected === "key or }" || expected === "comma or end"))
      return this.#close();
    if (
      sign === "]" &&
      this.#open.at(-1) === "[" &&
      (expected === "value or ]" || expected === "comma or end")
    )
      return this.#close();
    if (sign === ":" && expected === "colon") return this.#expect("value");
    if (sign === "," && expected === "comma or end")
      return this.#expect(this.#open.at(-1) === "{" ? "key" : "value");
    return false;
  }

  #close(): boolean {
    this.#open.pop();
    return this.#valueEnded();
  }

  #valueEnded(): boolean {
    return this.#expect(this.#open.length > 0 ? "comma or end" : "end of file");
  }

  #expect(expected: Expected): true {
    this.expected = expected;
    return true;
  }
}

/** Finds where a string stops being JSON (RFC 8259). Returns undefined for valid JSON. JSON.parse reports no lines. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const grammar = new Grammar();
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match || !grammar.accept(match.groups ?? {})) break;
    at = TOKEN.lastIndex;
  }
  SPACE.lastIndex = at;
  SPACE.exec(text);
  const place = SPACE.lastIndex;
  if (place === text.length && grammar.expected === "end of file") return undefined;
  const before = text.slice(0, place).split("\n");
  const found = place === text.length ? "the file ends" : `found ${JSON.stringify(text.charAt(place))}`;
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    message: `expected ${WORDS[grammar.expected]}, but ${found}`,
  };
}
