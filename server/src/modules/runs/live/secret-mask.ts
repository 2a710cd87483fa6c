import { SHORTEST_MASKED_SECRET } from "@stoa/contract";

const MASK = "********";
/**
 * Secrets are found by windows of this length, so that the cost does not depend on a secret's length. A part of a
 * secret is masked, too, if it contains such a window.
 */
const WINDOW = 16;
/**
 * Larger values are files, such as a key in PEM format. Programs write such values only line by line or in base64, so
 * other forms are not searched.
 */
const FILE_BYTES = 1_024;
/** Two characters select a bit of a table, so that most positions are skipped without a search. */
const PAIRS = 1 << 16;
const hashPair = (first: number, second: number) => (first * 257 + second) & (PAIRS - 1);

/** Masks a developer's secrets in everything that a run shows to others, in each form that programs commonly write. */
export class SecretMask {
  /** The windows of the secrets, keyed by length. Only windows of shorter secrets are shorter than WINDOW. */
  readonly #windows = new Map<number, Set<string>>();
  readonly #pairs = new Uint8Array(PAIRS);

  private constructor(forms: readonly string[]) {
    for (const form of forms) for (const window of listWindows(form)) this.#add(window);
  }

  /** Returns the mask of these secrets; undefined if none of them is long enough to be masked. */
  static create(secrets: readonly string[]): SecretMask | undefined {
    const masked = secrets.filter((secret) => secret.length >= SHORTEST_MASKED_SECRET);
    const forms = new Set(masked.flatMap(listForms).filter((form) => form.length >= SHORTEST_MASKED_SECRET));
    return forms.size === 0 ? undefined : new SecretMask([...forms]);
  }

  maskText(text: string): string {
    const masker = this.openPieces();
    return masker.push(text) + masker.end();
  }

  /** Masks every string in a JSON value, and the keys of objects. */
  maskJson<Value>(value: Value): Value;
  maskJson(value: unknown): unknown {
    if (typeof value === "string") return this.maskText(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.maskJson(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.maskText(key), this.maskJson(item)]),
    );
  }

  /** Returns a masker for text that arrives in chunks. */
  openPieces(): MaskedPieces {
    return new MaskedPieces((text) => this.#mark(text));
  }

  /** Returns an array that has a 1 for each character that belongs to a secret. */
  #mark(text: string): Uint8Array {
    const marks = new Uint8Array(text.length);
    for (let at = 0; at + SHORTEST_MASKED_SECRET <= text.length; at += 1) {
      if (this.#pairs[hashPair(text.charCodeAt(at), text.charCodeAt(at + 1))] === 0) continue;
      for (const [length, windows] of this.#windows)
        if (windows.has(text.slice(at, at + length))) marks.fill(1, at, at + length);
    }
    return marks;
  }

  #add(window: string): void {
    const windows = this.#windows.get(window.length) ?? new Set();
    this.#windows.set(window.length, windows.add(window));
    this.#pairs[hashPair(window.charCodeAt(0), window.charCodeAt(1))] = 1;
  }
}

/**
 * Masks text that arrives in chunks, even if a secret is split across two of them. The result is the same as for the
 * whole text.
 */
export class MaskedPieces {
  readonly #mark: (text: string) => Uint8Array;
  /** The last characters that were returned. A secret may begin in them. */
  #context = "";
  /** The characters that may still turn out to belong to a secret. */
  #kept = "";
  #isInSecret = false;

  constructor(mark: (text: string) => Uint8Array) {
    this.#mark = mark;
  }

  /** Returns the text that can be shown now. */
  push(chunk: string): string {
    return this.#take(chunk, WINDOW - 1);
  }

  /** Returns the rest of the text when it ends. */
  end(): string {
    return this.#take("", 0);
  }

  #take(chunk: string, keep: number): string {
    const text = this.#context + this.#kept + chunk;
    const from = this.#context.length;
    const to = Math.max(from, text.length - keep);
    const masked = this.#write(text, from, to);
    this.#context = text.slice(Math.max(0, to - WINDOW + 1), to);
    this.#kept = text.slice(to);
    return masked;
  }

  #write(text: string, from: number, to: number): string {
    const marks = this.#mark(text);
    let masked = "";
    let shownFrom = from;
    for (let at = from; at <= to; at += 1) {
      const isInSecret = at < to ? marks[at] === 1 : this.#isInSecret;
      if (at < to && isInSecret === this.#isInSecret) continue;
      if (!this.#isInSecret) masked += text.slice(shownFrom, at);
      if (isInSecret && !this.#isInSecret) masked += MASK;
      this.#isInSecret = isInSecret;
      shownFrom = at;
    }
    return masked;
  }
}

/** Returns windows that cover a form of a secret. The last window may overlap the previous one. */
function listWindows(form: string): string[] {
  if (form.length <= WINDOW) return [form];
  const starts = Array.from({ length: Math.ceil(form.length / WINDOW) }, (_, at) => at * WINDOW);
  return starts.map((start) => {
    const first = Math.min(start, form.length - WINDOW);
    return form.slice(first, first + WINDOW);
  });
}

/**
 * Returns the forms in which programs write a value: unchanged, in JSON, in URLs, in hexadecimal and in base64.
 * Lowercase forms are included, because host names are lowercased and may contain a key.
 */
function listForms(value: string): string[] {
  const bytes = Buffer.from(value);
  const lines = value.split(/\r?\n/);
  if (bytes.length > FILE_BYTES) return [...lines, ...lines.map(toJsonText), ...listBase64Forms(bytes, 0)];
  return [
    ...lines.flatMap((line) => [line, line.toLowerCase(), toJsonText(line), ...listUrlForms(line)]),
    toJsonText(value),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...([0, 1, 2] as const).flatMap((offset) => listBase64Forms(bytes, offset)),
  ];
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function listUrlForms(text: string): string[] {
  // Half of a surrogate pair cannot be encoded.
  const encoded = encodeURIComponent(Buffer.from(text).toString());
  return [encoded, encoded.replaceAll("%20", "+")];
}

/**
 * Returns the base64 forms, standard and URL-safe, of a value that begins `offset` bytes into a group of three. Leaves
 * out the characters at its ends that also depend on neighboring bytes.
 */
function listBase64Forms(bytes: Buffer, offset: 0 | 1 | 2): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}
