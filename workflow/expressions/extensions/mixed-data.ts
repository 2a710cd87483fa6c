/** Lists and objects among texts and numbers have no such value; asking them is no mistake. */
export const WITHOUT_CONVERSION: Record<string, () => undefined> = {
  toBoolean: () => undefined,
  toDateTime: () => undefined,
  toFloat: () => undefined,
  toInt: () => undefined,
};
