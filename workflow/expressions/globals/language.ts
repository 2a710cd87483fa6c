import { COLLECTIONS } from "./collections.ts";
import { DATES } from "./dates.ts";
import { ERRORS } from "./errors.ts";
import { NUMBERS } from "./numbers.ts";
import { OBJECT } from "./objects.ts";
import { TEXTS } from "./texts.ts";

/** The names of the language that expressions may use. */
export const LANGUAGE: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  Object: OBJECT,
  ...COLLECTIONS,
  ...DATES,
  ...ERRORS,
  ...NUMBERS,
  ...TEXTS,
};
