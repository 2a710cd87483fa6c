/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Returns the text of an element or an attribute of a page that the build has rendered. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** Returns an HTML attribute, or an empty string if the value is undefined, false or empty. */
export const renderAttribute = (name: string, value: string | boolean | undefined): string =>
  value === undefined || value === false || value === ""
    ? ""
    : value === true
      ? ` ${name}`
      : ` ${name}="${escapeHtml(value)}"`;
