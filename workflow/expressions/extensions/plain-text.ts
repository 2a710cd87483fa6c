/** A text without what stands between `<` and `>`. */
export function removeTags(text: string): string {
  return text.replace(/<[^>]*>?/g, "");
}

/** Each in turn; none looks further than a line for its end, so that long texts cost little. */
const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ""],
  [/^([ \t]*)(?:[-*+]|\d{1,9}\.)[ \t]+/gm, "$1"],
  [/^[ \t]*(?:```|~~~)[^\n]*\n?/gm, ""],
  [/^(?:=+|-+)[ \t]*$/gm, ""],
  [/^[ \t]{0,3}>[ \t]?/gm, ""],
  [/^[ \t]{0,3}\[[^\]\n]*\]:[^\n]*$/gm, ""],
  [/!\[([^\]\n]*)\]\([^)\n]*\)/g, "$1"],
  [/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1"],
  [/\[([^\]\n]*)\]\[[^\]\n]*\]/g, "$1"],
  [/^[ \t]{0,3}#{1,6}[ \t]*([^\n]*?)[ \t]*#*[ \t]*$/gm, "$1"],
  [/([*_]{1,3})(?=\S)([^\n]{1,200}?\S?)\1/g, "$2"],
  [/~~([^~\n]+)~~/g, "$1"],
  [/`([^`\n]+)`/g, "$1"],
];

/** A text without the signs of Markdown, and without tags. */
export function removeMarkdown(text: string): string {
  return MARKDOWN.reduce((left, [pattern, kept]) => left.replace(pattern, kept), removeTags(text));
}
