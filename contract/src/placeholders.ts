const PLACEHOLDER = /\{\{[ \t]{0,10}([A-Za-z_]\w{0,63})[ \t]{0,10}\}\}/g;

/** Returns the names of all `{{ name }}` placeholders in `text`, without duplicates. */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name))];
}

/** Replaces each `{{ name }}` with its value. Placeholders inside the inserted values are not replaced. */
export function fillPlaceholders(text: string, getText: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => getText(name));
}
