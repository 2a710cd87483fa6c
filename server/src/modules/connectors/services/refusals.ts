/** Returns a field of an unknown value. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const field: unknown = Reflect.get(value, name);
  return field;
}

/**
 * Returns a reader of the reason, for services that report success in the body: `{ "ok": false, "<field>": "why" }`.
 * It returns only short names of plain letters, because other text of a service must not be shown.
 */
export function failureNamed(field: string): (body: unknown) => string | undefined {
  return (body) => (fieldOf(body, "ok") === true ? undefined : reasonIn(fieldOf(body, field)));
}

/** Returns the code of a GraphQL answer's first error. */
export function graphQlError(body: unknown): string | undefined {
  const first = fieldOf(fieldOf(body, "errors"), "0");
  return first === undefined ? undefined : reasonIn(fieldOf(fieldOf(first, "extensions"), "code"));
}

function reasonIn(value: unknown): string {
  const isPlainName = typeof value === "string" && /^[A-Za-z][A-Za-z_ -]{0,59}$/.test(value);
  return isPlainName ? value : "no reason given";
}
