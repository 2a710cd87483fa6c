/**
 * The conversions that return undefined for lists and objects. Calling them is not an error, because lists and objects
 * may be mixed with texts and numbers.
 */
export const WITHOUT_CONVERSION: Record<string, () => undefined> = {
  toBoolean: () => undefined,
  toDateTime: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
};
