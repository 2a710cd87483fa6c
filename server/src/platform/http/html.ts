/** Text as it may be in an element, or in an attribute within quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An attribute, or nothing where it does not hold. */
export const attribute = (name: string, value: string | boolean | undefined): string =>
  value === undefined || value === false || value === ""
    ? ""
    : value === true
      ? ` ${name}`
      : ` ${name}="${escaped(value)}"`;
