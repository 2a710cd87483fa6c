import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";
import type { Agent } from "@stoa/contract";
import { LRUCache } from "lru-cache";
import { escapeHtml } from "../platform/http/html.ts";

/** The usual size of link previews, and the margin. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;

/**
 * The number of images in memory, about 40 kB each. Each service requests the preview of a shared link once,
 * within minutes.
 */
const KEPT_IMAGES = 200;

const require = createRequire(import.meta.url);
const fontFiles = [
  require.resolve("@expo-google-fonts/host-grotesk/400Regular/HostGrotesk_400Regular.ttf"),
  require.resolve("@expo-google-fonts/host-grotesk/700Bold/HostGrotesk_700Bold.ttf"),
];

/**
 * The width of an average character as a fraction of the font size. It is rounded up, so that no line is wider than
 * the image.
 */
const LETTER_WIDTH = 0.56;

/** Returns the price as the marketplace shows it: `$100 per 1M tokens`. */
export const formatPricePerMillion = (usdPerToken: number): string =>
  usdPerToken === 0 ? "Free" : `$${Number((usdPerToken * 1_000_000).toFixed(2))} per 1M tokens`;

/**
 * Splits text into at most `maxLines` lines that fit the image. The last line ends with an ellipsis if the text is
 * longer.
 */
export function wrapLines(text: string, size: number, maxLines: number): string[] {
  const perLine = Math.floor((WIDTH - 2 * MARGIN) / (size * LETTER_WIDTH));
  const lines: string[] = [];
  let rest = text.replace(/\s+/g, " ").trim();
  while (rest !== "") {
    if (rest.length <= perLine) return [...lines, rest];
    const isLast = lines.length + 1 === maxLines;
    const room = isLast ? perLine - 1 : perLine;
    const space = rest.lastIndexOf(" ", room);
    const end = space > 0 ? space : room;
    if (isLast) return [...lines, `${rest.slice(0, end).trimEnd()}…`];
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function renderTextLines(lines: readonly string[], top: number, size: number, style: string): string {
  return lines
    .map(
      (line, index) =>
        `<text x="${MARGIN}" y="${top + index * size * 1.25}" font-size="${size}" ${style}>${escapeHtml(line)}</text>`,
    )
    .join("");
}

const LOGO =
  '<g transform="translate(80 64) scale(2)"><rect width="32" height="32" rx="4" fill="#12150F"/><path d="M5 12 16 6l11 6zM7 15h3.4v9H7zM21.6 15H25v9h-3.4zM5 25.4h22V28H5z" fill="#EEF0E8"/><path d="M14.3 15h3.4v9h-3.4z" fill="#FF5B1F"/></g>';

function draw(agent: PreviewedAgent): string {
  const name = wrapLines(agent.name, 72, 2);
  const below = 250 + name.length * 90;
  const description = wrapLines(agent.description, 36, name.length === 1 ? 4 : 3);
  const facts = [agent.framework, `by ${agent.developer}`, formatPricePerMillion(agent.price_per_token)].join(
    "  ·  ",
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Host Grotesk">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#F1F2EE"/>${LOGO}`,
    `<text x="168" y="112" font-size="44" font-weight="700" fill="#12150F">Stoa</text>`,
    renderTextLines(name, 250, 72, 'font-weight="700" fill="#12150F"'),
    renderTextLines(description, below - 20, 36, 'fill="#44493D"'),
    `<rect x="${MARGIN}" y="${HEIGHT - 100}" width="64" height="6" fill="#FF5B1F"/>`,
    renderTextLines([facts], HEIGHT - 48, 28, 'fill="#44493D"'),
    "</svg>",
  ].join("");
}

/** The facts about an agent that the image shows. */
export type PreviewedAgent = Pick<
  Agent,
  "id" | "version" | "updated_at" | "name" | "description" | "framework" | "developer" | "price_per_token"
>;

/** Draws the images that chats and social networks show with a link to an agent, outside the event loop. */
export class AgentPreviews {
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_IMAGES });

  /** Returns a PNG of 1200 x 630 pixels. */
  draw(agent: PreviewedAgent): Promise<Buffer> {
    const key = `${agent.id} ${agent.version} ${agent.updated_at}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const svg = draw(agent);
    // Characters that the font lacks, such as Chinese characters, come from the fonts of this machine, which takes
    // longer.
    const loadSystemFonts = /[^ -\u024f\u2000-\u206f\u20ac]/.test(svg);
    const image = renderAsync(svg, {
      font: { fontFiles, loadSystemFonts, defaultFontFamily: "Host Grotesk" },
    }).then((rendered) => rendered.asPng());
    this.#kept.set(key, image);
    image.catch(() => this.#kept.delete(key));
    return image;
  }
}
