/** Returns a field of an unknown value; undefined if the value is not an object. */
export function getField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const field: unknown = Reflect.get(value, name);
  return field;
}

/**
 * Returns a function that reads the reason for a failure from `{ "ok": false, "<field>": "why" }`, for services that
 * report success in the body. It returns only short names of plain letters, because no other text of a service may be
 * shown.
 */
export function createFailureReader(field: string): (body: unknown) => string | undefined {
  return (body) => (getField(body, "ok") === true ? undefined : findReason(getField(body, field)));
}

/** Returns the code of a GraphQL answer's first error. */
export function findGraphQlError(body: unknown): string | undefined {
  const first = getField(getField(body, "errors"), "0");
  return first === undefined ? undefined : findReason(getField(getField(first, "extensions"), "code"));
}

function findReason(value: unknown): string {
  const isPlainName = typeof value === "string" && /^[A-Za-z][A-Za-z_ -]{0,59}$/.test(value);
  return isPlainName ? value : "no reason given";
}
