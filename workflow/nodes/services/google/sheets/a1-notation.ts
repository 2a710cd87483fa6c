/** `1` is A, `27` is AA. */
export function columnLetters(number: number): string {
  let letters = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** `A` is 1, `AA` is 27; 0 for what is no column. */
export function columnNumber(letters: string): number {
  if (!/^[a-z]{1,3}$/i.test(letters)) return 0;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A sheet by its title, and a part of it. */
export function rangeOf(title: string, part = ""): string {
  const quoted = `'${title.replaceAll("'", "''")}'`;
  return part === "" ? quoted : `${quoted}!${part}`;
}

/** Where a range begins: both count from 1. */
export function startOf(range: string): { column: number; row: number } {
  const cell = (range.includes("!") ? range.slice(range.lastIndexOf("!") + 1) : range).split(":")[0] ?? "";
  const [, letters = "", digits = ""] = /^\$?([a-z]*)\$?(\d*)$/i.exec(cell.trim()) ?? [];
  return { column: columnNumber(letters) || 1, row: Number(digits) || 1 };
}
