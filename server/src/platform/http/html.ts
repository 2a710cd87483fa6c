/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns an HTML attribute, or an empty string if the value is undefined, false or empty. */
export const renderAttribute = (name: string, value: string | boolean | undefined): string =>
  value === undefined || value === false || value === ""
    ? ""
    : value === true
      ? ` ${name}`
      : ` ${name}="${escapeHtml(value)}"`;
