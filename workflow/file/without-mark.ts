/** A text without the mark that editors of some systems begin a file with; JSON does not know it. */
export const withoutMark = (source: string): string =>
  source.startsWith("\uFEFF") ? source.slice(1) : source;
