import type { PageHead } from "../src/lib/page-heads.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/**
 * Renders the title, description and link preview. The browser sets the URL, because the build does not know the
 * host.
 */
export function renderHead({ title, description }: PageHead): string {
  const named = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)} · Stoa</title>`,
    named("name", "description", description),
    named("property", "og:title", title),
    named("property", "og:description", description),
    named("property", "og:type", "website"),
    named("property", "og:site_name", "Stoa"),
    named("name", "twitter:card", "summary"),
  ].join("\n    ");
}
