/** The shape of a JSON value: which fields it has and of which types, not what they hold. */
export type Shape = string | { [field: string]: Shape } | Shape[];

const ANYTHING = "anything";

/** Null and an empty list say nothing of what else would be there. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return ANYTHING;
  if (Array.isArray(value)) return value.length === 0 ? ANYTHING : [value.map(shapeOf).reduce(merged)];
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
  return typeof value;
}

/** Entries of a list may have different fields: together they are all of them. */
function merged(one: Shape, other: Shape): Shape {
  if (one === ANYTHING) return other;
  if (other === ANYTHING || typeof one === "string" || typeof other === "string") return one;
  if (Array.isArray(one) || Array.isArray(other)) return one;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...fields].map((field) => [field, merged(one[field] ?? ANYTHING, other[field] ?? ANYTHING)]),
  );
}

/** Where two shapes differ, as paths of fields; a value that is not there in one is a difference. */
export function differences(one: Shape, other: Shape, path = "body"): string[] {
  if (one === ANYTHING || other === ANYTHING) return [];
  if (Array.isArray(one) && Array.isArray(other))
    return differences(one[0] ?? ANYTHING, other[0] ?? ANYTHING, `${path}[]`);
  if (typeof one === "string" || typeof other === "string" || Array.isArray(one) || Array.isArray(other))
    return one === other ? [] : [`${path}: ${kindOf(one)} and ${kindOf(other)}`];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].flatMap((field) => {
    const [left, right] = [one[field], other[field]];
    if (left === undefined || right === undefined) return [`${path}.${field} is in one alone`];
    return differences(left, right, `${path}.${field}`);
  });
}

const kindOf = (shape: Shape) =>
  typeof shape === "string" ? shape : Array.isArray(shape) ? "list" : "object";
