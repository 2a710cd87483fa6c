import { STEP, stepsOf } from "./field-patterns.ts";

/** Code has a few; a hostile text that declares thousands is not looked through for each. */
const MOST_ALIASES = 20;
/** As many fields as anybody declares at once. */
const DECLARED = String.raw`\{([^{}]{1,2000})\}`;
const PLAIN = String.raw`[A-Za-z_]\w{0,60}`;

/** `a, b: c, d = 1` as the names of the fields. */
function declaredNames(list: string): string[] {
  return list.split(",").flatMap((entry) => /^\s*([A-Za-z_]\w*)/.exec(entry)?.[1] ?? []);
}

/**
 * Which fields code asks for by names that it gave to an item, or to a field of it, before:
 * `const body = $json.body; body.url`, `const { url } = $json.body`. `item` is a pattern of what stands for the item.
 */
export function aliasedFields(text: string, item: string): string[][] {
  if (!/\b(?:const|let|var)\s/.test(text)) return [];
  const place = String.raw`\s{0,20}=\s{0,20}(?:${item})((?:${STEP}){0,1})(?!\??[.[(])`;
  const found: string[][] = [];
  const taken = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}${DECLARED}${place}`, "gu");
  for (const [, list = "", path = ""] of text.matchAll(taken))
    for (const name of declaredNames(list)) found.push([...stepsOf(path), name]);
  const named = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}(${PLAIN})${place}`, "gu");
  const aliases = [...text.matchAll(named)].slice(0, MOST_ALIASES);
  for (const [, alias = "", path = ""] of aliases) {
    const begun = stepsOf(path);
    const read = new RegExp(String.raw`(?<![\w.$])${alias}((?:${STEP}){1,2})`, "gu");
    for (const [, after = ""] of text.matchAll(read)) found.push([...begun, ...stepsOf(after)].slice(0, 2));
  }
  return found;
}
