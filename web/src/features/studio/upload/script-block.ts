/** Lines that Python reads only at the top of a file: the interpreter's path and the encoding. */
const FIRST_LINES = /^(?:#![^\n]*\n)?(?:#[^\n]*coding[:=][^\n]*\n)?/;

/** Returns the source with a block of script metadata at its top. The file's own line ends are kept. */
export function addScriptBlock(source: string, block: string): string {
  const [mark, text] = source.startsWith("\uFEFF") ? ["\uFEFF", source.slice(1)] : ["", source];
  const first = FIRST_LINES.exec(text)?.[0] ?? "";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return `${mark}${first}${block.replaceAll("\n", newline)}${newline}${text.slice(first.length)}`;
}
