import type { PageHead } from "../src/lib/page-heads.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Title, description and the preview of a link. Its address is the browser's to say: the build knows no host. */
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
