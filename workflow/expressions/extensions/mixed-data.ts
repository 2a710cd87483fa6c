/** Lists and objects among texts and numbers have no such value, but reading it is not an error. */
export const WITHOUT_CONVERSION: Record<string, () => undefined> = {
  toBoolean: () => undefined,
  toDateTime: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
};
