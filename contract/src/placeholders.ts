const PLACEHOLDER = /\{\{[ \t]{0,10}([A-Za-z_]\w{0,63})[ \t]{0,10}\}\}/g;

/** The names that `{{ name }}` stands for in a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name))];
}

/** Puts texts in the places of `{{ name }}`. What is put in is not looked at again. */
export function fillPlaceholders(text: string, textFor: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => textFor(name));
}
