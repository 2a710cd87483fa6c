/**
 * The conversions that return undefined for lists and objects. Calling them is not an error, because data may mix lists
 * and objects with strings and numbers.
 */
export const WITHOUT_CONVERSION: Record<string, () => undefined> = {
  toBoolean: () => undefined,
  toDateTime: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
};
