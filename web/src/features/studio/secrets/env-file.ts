/** A variable of a .env file. */
export interface EnvVariable {
  readonly name: string;
  readonly value: string;
}

const LINE = /^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*(.*)$/;

/**
 * Parses a .env file as python-dotenv does, with comments, `export`, quotes, and quoted values of several lines. A
 * later value replaces an earlier one of the same name. Lines that set nothing are ignored.
 */
export function readEnvFile(text: string): EnvVariable[] {
  const found = new Map<string, string>();
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, start] = LINE.exec(lines[at] ?? "") ?? [];
    if (name === undefined || start === undefined) continue;
    const quote = /^["'`]/.exec(start)?.[0];
    if (quote === undefined) {
      found.set(name, start.replace(/(^|\s+)#.*$/, "").trim());
      continue;
    }
    let rest = start.slice(1);
    while (!hasEnd(rest, quote) && at + 1 < lines.length) {
      at += 1;
      rest += `\n${lines[at]}`;
    }
    found.set(name, unquote(rest, quote));
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

function hasEnd(text: string, quote: string): boolean {
  return findEnd(text, quote) >= 0;
}

/**
 * Returns the position of the closing quote, or -1. A backslash in double quotes escapes the character after
 * it.
 */
function findEnd(text: string, quote: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function unquote(text: string, quote: string): string {
  const end = findEnd(text, quote);
  const value = end < 0 ? text : text.slice(0, end);
  return quote === '"'
    ? value.replace(/\\([nrt"\\])/g, (_, sign: string) => ({ n: "\n", r: "\r", t: "\t" })[sign] ?? sign)
    : value;
}
