/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Returns the text of an element or an attribute of a page that the build has rendered. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(#?\w+);/g, (entity: string, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? entity;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(code);
  });
}

/** Returns an HTML attribute, or an empty string if the value is undefined, false or empty. */
export const renderAttribute = (name: string, value: string | boolean | undefined): string =>
  value === undefined || value === false || value === ""
    ? ""
    : value === true
      ? ` ${name}`
      : ` ${name}="${escapeHtml(value)}"`;
