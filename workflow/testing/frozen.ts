/** The same value, in which nothing can be changed: a node that writes into another's items fails its test. */
export function frozen<Value>(value: Value): Value {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
