/** A field of an answer that may be anything. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const field: unknown = Reflect.get(value, name);
  return field;
}

/**
 * For services that say in the body whether a call succeeded: `{ "ok": false, "<field>": "why" }`.
 * @returns a reader of the reason; only a short name of plain letters is passed on, as nobody else's text should.
 */
export function failureNamed(field: string): (body: unknown) => string | undefined {
  return (body) => (fieldOf(body, "ok") === true ? undefined : reasonIn(fieldOf(body, field)));
}

/** The code of a GraphQL answer's first error. */
export function graphQlError(body: unknown): string | undefined {
  const first = fieldOf(fieldOf(body, "errors"), "0");
  return first === undefined ? undefined : reasonIn(fieldOf(fieldOf(first, "extensions"), "code"));
}

function reasonIn(value: unknown): string {
  const isPlainName = typeof value === "string" && /^[A-Za-z][A-Za-z_ -]{0,59}$/.test(value);
  return isPlainName ? value : "no reason given";
}
