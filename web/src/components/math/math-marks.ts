import { findMath, type MathSpan } from "./find-math.ts";

/** A formula with the text from which it was read, which is shown if the formula cannot be. */
export interface Formula extends Pick<MathSpan, "tex" | "isBlock"> {
  readonly source: string;
}

/** Markdown in which marks stand for the formulas. */
export interface MarkedText {
  readonly text: string;
  readonly formulas: readonly Formula[];
}

/**
 * The most formulas of one block. A block is a paragraph, a list or a table, and each formula takes about half a
 * millisecond. Further formulas stay text.
 */
const FORMULAS_MAX = 200;

// Private-use characters, which Markdown treats as letters.
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, "g");
const MAY_HAVE_MATH = /\$|\\[([]/;

/**
 * Replaces each formula of a block with a mark, because Markdown would read its underscores, pipes and backslashes. A
 * block that contains the characters of marks has no formulas.
 */
export function markMath(block: string): MarkedText {
  if (!MAY_HAVE_MATH.test(block) || block.includes(OPEN) || block.includes(CLOSE))
    return { text: block, formulas: [] };
  const formulas: Formula[] = [];
  let text = "";
  let copied = 0;
  for (const { start, end, tex, isBlock } of findMath(block, FORMULAS_MAX)) {
    text += `${block.slice(copied, start)}${OPEN}${formulas.length}${CLOSE}`;
    formulas.push({ tex, isBlock, source: block.slice(start, end) });
    copied = end;
  }
  return { text: text + block.slice(copied), formulas };
}

/** A node of a Markdown or HTML tree, with the fields that can contain marks. */
interface TreeNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  value?: string;
  url?: string;
  title?: string | null;
  alt?: string | null;
  label?: string | null;
  identifier?: string;
  children?: TreeNode[];
}

const FIELDS = ["url", "title", "alt", "label", "identifier"] as const;

const restore = (text: string, formulas: readonly Formula[]) =>
  text.replace(MARK, (mark, index) => formulas[Number(index)]?.source ?? mark);

/** Puts the source of formulas back everywhere but in running text: in code, raw HTML and links. */
function restoreSources(node: TreeNode, formulas: readonly Formula[], isInAddress: boolean): void {
  if (node.value !== undefined && (node.type !== "text" || isInAddress))
    node.value = restore(node.value, formulas);
  // The text of a link without a title is its address.
  const isAddress = isInAddress || (node.type === "link" && node.url?.includes(OPEN) === true);
  for (const field of FIELDS) {
    const text = node[field];
    if (typeof text === "string") node[field] = restore(text, formulas);
  }
  for (const child of node.children ?? []) restoreSources(child, formulas, isAddress);
}

/** A plugin for the Markdown tree that restores formulas where none can be shown. */
export const restoreMath = (formulas: readonly Formula[]) => (tree: TreeNode) =>
  restoreSources(tree, formulas, false);

function splitAtMarks(text: string, formulas: readonly Formula[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  let copied = 0;
  for (const match of text.matchAll(MARK)) {
    const formula = formulas[Number(match[1])];
    if (formula === undefined) continue;
    if (match.index > copied) nodes.push({ type: "text", value: text.slice(copied, match.index) });
    nodes.push({ type: "element", tagName: "span", properties: { ...formula }, children: [] });
    copied = match.index + match[0].length;
  }
  nodes.push({ type: "text", value: text.slice(copied) });
  return nodes;
}

function insertMath(node: TreeNode, formulas: readonly Formula[]): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text" && child.value?.includes(OPEN)) return splitAtMarks(child.value, formulas);
    insertMath(child, formulas);
    return [child];
  });
}

/** A plugin for the sanitized HTML tree that replaces marks with `span` elements. They are the only ones in the tree. */
export const showMath = (formulas: readonly Formula[]) => (tree: TreeNode) => insertMath(tree, formulas);
