/** The maximum length of an expression. Longer expressions would nest too deeply. */
const MAX_CHARS = 1_000;
const MAX_DEPTH = 100;

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, PI: Math.PI, e: Math.E, E: Math.E };

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  atan2: Math.atan2,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  hypot: Math.hypot,
  ln: Math.log,
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  max: Math.max,
  min: Math.min,
  pow: Math.pow,
  round: Math.round,
  sign: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
  trunc: Math.trunc,
};

const TOKEN = /\s*(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|[A-Za-z]\w*|\*\*|[-+*/%^!(),])/y;

function tokenize(text: string): string[] {
  if (text.length > MAX_CHARS) throw new Error("the expression is too long");
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed)?.[1];
    if (found === undefined)
      throw new Error(`'${trimmed.slice(at, at + 10)}' is not a number or an operator`);
    tokens.push(found);
  }
  return tokens;
}

/** Evaluates an expression from left to right with operator precedence. */
class Sum {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  value(): number {
    const value = this.#terms();
    if (this.#at < this.#tokens.length) throw new Error(`'${this.#tokens[this.#at]}' is not expected here`);
    return value;
  }

  #take(...symbols: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !symbols.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }

  #terms(): number {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Error("the expression is nested too deeply");
    let value = this.#factors();
    for (let sign = this.#take("+", "-"); sign; sign = this.#take("+", "-"))
      value = sign === "+" ? value + this.#factors() : value - this.#factors();
    this.#depth -= 1;
    return value;
  }

  #factors(): number {
    let value = this.#signValue();
    for (let sign = this.#take("*", "/", "%"); sign; sign = this.#take("*", "/", "%")) {
      const next = this.#signValue();
      if (sign === "*") value *= next;
      else value = sign === "/" ? value / next : value % next;
    }
    return value;
  }

  #signValue(): number {
    let isNegative = false;
    for (let sign = this.#take("+", "-"); sign; sign = this.#take("+", "-"))
      if (sign === "-") isNegative = !isNegative;
    const value = this.#power();
    return isNegative ? -value : value;
  }

  #power(): number {
    const bases = [this.#factorial()];
    let isNegative: boolean[] = [];
    while (this.#take("^", "**")) {
      isNegative = [...isNegative, this.#take("-") !== undefined];
      bases.push(this.#factorial());
    }
    // Powers are evaluated from the right: 2^3^2 is 2^9.
    return bases.reduceRight((exponent, base, index) => base ** (isNegative[index] ? -exponent : exponent));
  }

  #factorial(): number {
    let value = this.#single();
    while (this.#take("!")) {
      // The factorial of 171 is already infinite, so larger operands are not multiplied out.
      const to = Math.min(171, Math.trunc(value));
      value = 1;
      for (let factor = 2; factor <= to; factor += 1) value *= factor;
    }
    return value;
  }

  #single(): number {
    const token = this.#tokens[this.#at] ?? "";
    this.#at += 1;
    if (token === "(") return this.#closed(() => this.#terms());
    if (/^[\d.]/.test(token)) return Number(token);
    const call = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (call && this.#take("(")) return this.#closed(() => call(...this.#arguments()));
    const constant = Object.hasOwn(CONSTANTS, token) ? CONSTANTS[token] : undefined;
    if (constant === undefined)
      throw new Error(token === "" ? "the expression is incomplete" : `unknown name '${token}'`);
    return constant;
  }

  #arguments(): number[] {
    const values = [this.#terms()];
    while (this.#take(",")) values.push(this.#terms());
    return values;
  }

  #closed(read: () => number): number {
    const value = read();
    if (!this.#take(")")) throw new Error("a parenthesis is not closed");
    return value;
  }
}

/** Returns the value of an expression. @throws Error if the expression is invalid */
export function calculate(text: string): number {
  return new Sum(tokenize(text)).value();
}
