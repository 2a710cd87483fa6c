const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const CONTINUES = /^(\s|[-*+]\s|\d+[.)]\s)/;

/**
 * Splits Markdown into blocks that can be rendered separately, so that a stream only re-renders its last block.
 * Joined with blank lines, the blocks are the same document: fences stay whole, and a list or indented text stays
 * with the paragraph before it.
 */
export function splitMarkdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const flush = () => {
    if (lines.some((line) => line.trim() !== "")) blocks.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && line.trim() !== "" && lines.at(-1)?.trim() === "" && !CONTINUES.test(line)) flush();
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    lines.push(line);
  }
  flush();
  return blocks;
}
