/**
 * For services that say in the body whether a call succeeded: `{ "ok": false, "<field>": "why" }`.
 * @returns a reader of the reason; only a short name of plain letters is passed on, as nobody else's text should.
 */
export function failureNamed(field: string): (body: unknown) => string | undefined {
  return (body) => {
    const answer: Record<string, unknown> = Object(body);
    if (answer.ok === true) return undefined;
    return plainName(answer[field]) ?? "no reason given";
  };
}

/** The code of a GraphQL answer's first error. */
export function graphQlError(body: unknown): string | undefined {
  const { errors }: { errors?: unknown } = Object(body);
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const { extensions }: { extensions?: unknown } = Object(errors[0]);
  return plainName(Object(extensions).code) ?? "no reason given";
}

function plainName(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Za-z][A-Za-z_ -]{0,59}$/.test(value) ? value : undefined;
}
