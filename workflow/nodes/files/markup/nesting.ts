/** Browsers stop at 512; readers of HTML take time with the square of it. */
const DEEPEST = 1_000;

/** Elements without an end, and those whose end may be left out: they do not nest without one. */
const NEVER_DEEP = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt html head body".split(
    " ",
  ),
);

/** @throws Error for HTML whose elements are nested too deeply. */
export function refuseDeepHtml(html: string): void {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,40})(?=[\s/>])/gi)) {
    if (NEVER_DEEP.has(name.toLowerCase())) continue;
    depth = end === "/" ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) throw new Error(`The page's elements are nested more than ${DEEPEST} levels deep`);
  }
}
