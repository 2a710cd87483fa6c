import { createElement, type ReactNode } from "react";
import temml from "temml";

/**
 * The largest formula that is shown. The most elements that a page of aligned equations needs are about 1,500, and each
 * takes the browser a few microseconds of layout.
 */
const ELEMENTS_MAX = 3000;
/** The deepest nesting. Continued fractions reach 30, and the time of a layout can grow quickly with the depth. */
const DEPTH_MAX = 60;
/** The largest space and rule, in em and points, so that a formula stays about where it is. */
const MAX_SIZE: [number, number] = [20, 200];
/** Expansions of the library's own macros, of which a formula of 2,000 characters needs at most one per three. */
const EXPANSIONS_MAX = 700;
/**
 * Commands that define macros. A few definitions can expand to millions of symbols, and answers do not need them.
 */
const DEFINES =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?newcommand|renew\w+|DeclareMathOperator)(?![a-zA-Z])/;

/** The elements of MathML Core, and `menclose`, which Temml styles with classes. */
const ELEMENTS = new Set(
  "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none".split(
    " ",
  ),
);

const ATTRIBUTES = new Set(
  "accent accentunder columnspan depth display displaystyle fence form height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);

const STYLES =
  /^(?:color|width|text-align|math-(?:depth|style|shift)|(?:padding|margin|border)(?:-(?:top|right|bottom|left))?)$/;
/** A value of a style without functions, so that it cannot load anything. */
const PLAIN_VALUE = /^[\w#.%+\- ]+$/;
const CLASSES =
  /^(?:tml-[\w-]+|mathcal|menclose|upstrike|downstrike|sout|phasor-[\w-]+|longdiv-[\w-]+|circle-pad|textcircle|actuarial)$/;

function readStyle(style: string): Record<string, string> {
  const styles: Record<string, string> = {};
  for (const declaration of style.split(";")) {
    const [name = "", value = ""] = declaration.split(":").map((part) => part.trim());
    if (!STYLES.test(name) || !PLAIN_VALUE.test(value)) continue;
    styles[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return styles;
}

function readProps(element: Element): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    if (name === "style") props.style = readStyle(value);
    else if (name === "class")
      props.className = value
        .split(" ")
        .filter((each) => CLASSES.test(each))
        .join(" ");
    else if (ATTRIBUTES.has(name)) props[name] = value;
  }
  return props;
}

/** Copies an element with what MathML needs, and nothing else. @throws RangeError if it is nested too deeply. */
function copyElement(element: Element, key: number, depth: number): ReactNode {
  if (depth > DEPTH_MAX) throw new RangeError("The formula is nested too deeply.");
  const name = element.localName;
  if (!ELEMENTS.has(name)) return element.textContent;
  const children = [...element.childNodes].map((child, index) =>
    child instanceof Element ? copyElement(child, index, depth + 1) : child.textContent,
  );
  return createElement(name, { ...readProps(element), key }, ...children);
}

/**
 * Renders TeX as MathML. Returns null for a formula that is wrong or too large: TeX comes from agents, so neither the
 * library nor its output is trusted.
 */
export function renderMath(tex: string, isBlock: boolean): ReactNode {
  if (DEFINES.test(tex)) return null;
  try {
    const markup = temml.renderToString(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxSize: MAX_SIZE,
      maxExpand: EXPANSIONS_MAX,
    });
    const math = new DOMParser().parseFromString(markup, "text/html").querySelector("math");
    if (math === null || math.getElementsByTagName("*").length > ELEMENTS_MAX) return null;
    return copyElement(math, 0, 0);
  } catch {
    return null;
  }
}
