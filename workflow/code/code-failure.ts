/** An error in an author's code, with a message for the author. */
export class CodeFailure extends Error {
  override readonly name = "CodeFailure";
  /** The line number in the author's source, counted from 1. */
  readonly line: number | undefined;
  readonly itemIndex: number | undefined;

  constructor(message: string, place: { line?: number | undefined; itemIndex?: number | undefined } = {}) {
    super(`${message}${formatPlace(place.line, place.itemIndex)}`);
    this.line = place.line;
    this.itemIndex = place.itemIndex;
  }
}

/**
 * Formats the location of an error as n8n does, such as ` [line 3, for item 0]`. Returns "" if neither the line nor the
 * item is known.
 */
function formatPlace(line: number | undefined, itemIndex: number | undefined): string {
  if (line !== undefined && itemIndex !== undefined) return ` [line ${line}, for item ${itemIndex}]`;
  if (line !== undefined) return ` [line ${line}]`;
  return itemIndex === undefined ? "" : ` [item ${itemIndex}]`;
}
