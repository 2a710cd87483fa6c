/**
 * The maximum nesting of elements. Browsers stop at 512 levels, and parsing time grows with the square of the depth.
 */
const DEEPEST = 1_000;

/** Void elements, and elements with an optional end tag, which do not nest if the end tag is missing. */
const NEVER_DEEP = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt html head body".split(
    " ",
  ),
);

/** Checks the nesting of HTML. @throws Error if elements are nested too deeply */
export function refuseDeepHtml(html: string): void {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,40})(?=[\s/>])/gi)) {
    if (NEVER_DEEP.has(name.toLowerCase())) continue;
    depth = end === "/" ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) throw new Error(`The page's elements are nested more than ${DEEPEST} levels deep`);
  }
}
