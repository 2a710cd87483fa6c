/** Longer names are not asked for. It bounds how far a hostile text is looked through again and again. */
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]{0,100}(?![\p{L}\p{N}_$(])`;
const QUOTED = String.raw`['"\x60][^'"\x60\]]{1,100}['"\x60]`;

/** One step from an object to a field of it: `.name`, `?.["name"]`. */
export const STEP = String.raw`(?:\??\.(?!\[)${NAME}|(?:\?\.)?\[\s{0,5}${QUOTED}\s{0,5}\])`;

/** `.body["first name"]` as its names. */
export function stepsOf(path: string): string[] {
  return [...path.matchAll(/\[\s*['"`]([^'"`\]]+)['"`]\s*\]|([\p{L}_$][\p{L}\p{N}_$]*)/gu)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}
