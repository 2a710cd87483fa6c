/** The shape of a JSON value: its fields and their types, without its values. */
export type Shape = string | { [field: string]: Shape } | Shape[];

const ANYTHING = "anything";

/** Returns the shape of a value. The shapes of null and of an empty list match any other value. */
export function getShape(value: unknown): Shape {
  if (value === null) return ANYTHING;
  if (Array.isArray(value)) return value.length === 0 ? ANYTHING : [value.map(getShape).reduce(mergeShapes)];
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, getShape(item)]));
  return typeof value;
}

/** Merges the shapes of a list's entries, which may have different fields. */
function mergeShapes(one: Shape, other: Shape): Shape {
  if (one === ANYTHING) return other;
  if (other === ANYTHING || typeof one === "string" || typeof other === "string") return one;
  if (Array.isArray(one) || Array.isArray(other)) return one;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...fields].map((field) => [field, mergeShapes(one[field] ?? ANYTHING, other[field] ?? ANYTHING)]),
  );
}

/**
 * Returns the differences between two shapes, as paths of fields. A value that is missing in one shape is a difference.
 */
export function findDifferences(one: Shape, other: Shape, path = "body"): string[] {
  if (one === ANYTHING || other === ANYTHING) return [];
  if (Array.isArray(one) && Array.isArray(other))
    return findDifferences(one[0] ?? ANYTHING, other[0] ?? ANYTHING, `${path}[]`);
  if (typeof one === "string" || typeof other === "string" || Array.isArray(one) || Array.isArray(other))
    return one === other ? [] : [`${path}: ${getKind(one)} and ${getKind(other)}`];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].flatMap((field) => {
    const [left, right] = [one[field], other[field]];
    if (left === undefined || right === undefined) return [`${path}.${field} is only in one of them`];
    return findDifferences(left, right, `${path}.${field}`);
  });
}

const getKind = (shape: Shape) =>
  typeof shape === "string" ? shape : Array.isArray(shape) ? "list" : "object";
