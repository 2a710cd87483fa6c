import { createHash } from "node:crypto";
import { renderAsync } from "@resvg/resvg-js";
import { type Agent, createGlyphDots, FRAMEWORK_NAMES } from "@stoa/contract";
import { LRUCache } from "lru-cache";
import { chooseFonts, FAMILY, MONO_FAMILY } from "./picture-fonts.ts";
import { drawLine, measureLine, toDrawable, wrapText } from "./picture-text.ts";

/** The size of link previews that Open Graph and X recommend. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;
const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const MARGIN = 72;
/** The edge of the agent's glyph, at the right. */
const GLYPH = 252;
const GLYPH_TOP = 132;
const NAME_WIDTH = WIDTH - 2 * MARGIN - GLYPH - 64;

/**
 * The number of pictures in memory, about 40 kB each. Each service requests the picture of a shared link once, within
 * minutes.
 */
const KEPT_PICTURES = 200;

/** Changes whenever the drawing changes, so that caches do not keep earlier pictures. */
const DESIGN = 2;

/** The light theme of the web app. */
const COLORS = {
  bg: "#F1F2EE",
  ink: "#12150F",
  ink2: "#474C41",
  line: "#D3D6CB",
  signal: "#FF5B1F",
} as const;
const FRAMEWORK_COLORS: Readonly<Record<string, string>> = {
  langchain: "#0F7B6C",
  autogen: "#2F5BD0",
  n8n: "#C02672",
  stoa: "#C2410C",
};

/** The facts about an agent that the picture shows. */
export type PicturedAgent = Pick<
  Agent,
  "id" | "name" | "description" | "framework" | "developer" | "price_per_token"
>;

/** Returns the price as the marketplace shows it: `$100 per 1M tokens`. */
export const formatPricePerMillion = (usdPerToken: number): string =>
  usdPerToken === 0
    ? "Free"
    : `$${Number((usdPerToken * 1_000_000).toFixed(2)).toLocaleString("en-US")} per 1M tokens`;

/** Returns a short hash of everything that the picture shows. The same facts have the same picture on every node. */
export function hashPicture({
  id,
  name,
  description,
  framework,
  developer,
  price_per_token,
}: PicturedAgent): string {
  const facts = [DESIGN, id, name, description, framework, developer, price_per_token];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 16);
}

/** The sizes of a name, with the number of lines that it may take. The largest size that fits is used. */
const NAME_SIZES = [
  { size: 92, maxLines: 1 },
  { size: 76, maxLines: 2 },
  { size: 58, maxLines: 3 },
] as const;

function layOutName(name: string) {
  const fitted = NAME_SIZES.map(({ size, maxLines }) => ({
    style: { size, weight: 700 } as const,
    ...wrapText(name, { size, weight: 700 }, NAME_WIDTH, maxLines),
  }));
  const [, , smallest] = fitted;
  return fitted.find(({ isCut }) => !isCut) ?? smallest;
}

const LOGO =
  '<g transform="translate(72 60) scale(1.5)"><rect width="32" height="32" rx="4" fill="#12150F"/><path d="M5 12 16 6l11 6zM7 15h3.4v9H7zM21.6 15H25v9h-3.4zM5 25.4h22V28H5z" fill="#EEF0E8"/><path d="M14.3 15h3.4v9h-3.4z" fill="#FF5B1F"/></g>';

function drawGlyph({ id, framework }: PicturedAgent, color: string): string {
  const cell = GLYPH / 7;
  const [left, top] = [WIDTH - MARGIN - GLYPH, GLYPH_TOP];
  const dots = createGlyphDots(id, framework).map(
    ({ x, y, r }) =>
      `<circle cx="${left + (x + 0.5) * cell}" cy="${top + (y + 0.5) * cell}" r="${r * cell}" fill="${color}"/>`,
  );
  return dots.join("");
}

/** More characters than the picture has room for, so that a long text is not laid out. */
const DESCRIPTION_MAX = 600;
const PRICE_TOP = HEIGHT - 104;

/** Draws the notched price tag, and returns where the next element may begin. */
function drawPrice(usdPerToken: number): { svg: string; end: number } {
  const price = formatPricePerMillion(usdPerToken);
  // Every character of the monospaced font is 0.7 of its size wide.
  const width = 64 + price.length * 24 * 0.7;
  const [x, y, height] = [MARGIN, PRICE_TOP, 56];
  const outline = `M${x + 16} ${y}H${x + width}V${y + height}H${x + 16}L${x} ${y + height - 16}V${y + 16}Z`;
  const svg = [
    `<path d="${outline}" fill="${COLORS.ink}"/><circle cx="${x + 24}" cy="${y + height / 2}" r="4" fill="${COLORS.bg}"/>`,
    `<text x="${x + 42}" y="${y + 37}" font-family="${MONO_FAMILY}" font-size="24" font-weight="600" fill="${COLORS.bg}">${price}</text>`,
  ].join("");
  return { svg, end: x + width };
}

function drawFacts({ framework, developer }: PicturedAgent, color: string, start: number): string {
  const style = { size: 26, weight: 400 } as const;
  const label = FRAMEWORK_NAMES[framework];
  const text = `${label}, by ${developer}`;
  const room = WIDTH - MARGIN - start - 60;
  const [shown = ""] = wrapText(toDrawable(text), style, room, 1).lines;
  const x = WIDTH - MARGIN - measureLine(shown, style);
  return `<rect x="${x - 28}" y="${PRICE_TOP + 20}" width="16" height="16" fill="${color}"/>${drawLine(shown, x, PRICE_TOP + 37, style, COLORS.ink2)}`;
}

function draw(agent: PicturedAgent): string {
  const color = FRAMEWORK_COLORS[agent.framework] ?? FRAMEWORK_COLORS.stoa ?? COLORS.ink;
  const name = layOutName(toDrawable(agent.name) || `Agent ${agent.id}`);
  const nameSize = name?.style.size ?? 0;
  const nameLines = name?.lines ?? [];
  const nameTop = 164 + nameSize * 0.8;
  const below = nameTop + (nameLines.length - 1) * nameSize * 1.08 + 68;
  const isBesideGlyph = below - 42 < GLYPH_TOP + GLYPH;
  const description = { size: 30, weight: 400 } as const;
  const lines = wrapText(
    toDrawable(agent.description.slice(0, DESCRIPTION_MAX)),
    description,
    isBesideGlyph ? NAME_WIDTH : WIDTH - 2 * MARGIN,
    Math.max(1, Math.floor((PRICE_TOP - 44 - below) / 42) + 1),
  ).lines;
  const price = drawPrice(agent.price_per_token);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FAMILY}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.bg}"/>${LOGO}`,
    drawLine("Stoa", 136, 97, { size: 36, weight: 700 }, COLORS.ink),
    drawGlyph(agent, color),
    ...nameLines.map((line, index) =>
      drawLine(line, MARGIN, nameTop + index * nameSize * 1.08, { size: nameSize, weight: 700 }, COLORS.ink),
    ),
    ...lines.map((line, index) => drawLine(line, MARGIN, below + index * 42, description, COLORS.ink2)),
    `<path d="M${MARGIN} ${PRICE_TOP - 30}H${WIDTH - MARGIN}" stroke="${COLORS.line}" stroke-width="2"/>`,
    `<rect x="${MARGIN}" y="${PRICE_TOP - 33}" width="64" height="6" fill="${COLORS.signal}"/>`,
    price.svg,
    drawFacts(agent, color, price.end),
    "</svg>",
  ].join("");
}

/** Draws the pictures that chats and social networks show with a link to an agent, outside the event loop. */
export class AgentPictures {
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PICTURES });
  /** One picture is drawn after another, so that they take one processor at most, and leave threads for files and DNS. */
  #previous: Promise<unknown> = Promise.resolve();

  /** Returns a PNG of 1200 x 630 pixels. */
  draw(agent: PicturedAgent): Promise<Buffer> {
    const key = hashPicture(agent);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const svg = draw(agent);
    const texts = `${agent.name}${agent.description.slice(0, DESCRIPTION_MAX)}${agent.developer}`;
    const font = chooseFonts(toDrawable(texts));
    const picture = this.#previous
      .then(() => renderAsync(svg, { font }))
      .then((rendered) => rendered.asPng());
    this.#previous = picture.catch(() => undefined);
    this.#kept.set(key, picture);
    picture.catch(() => this.#kept.delete(key));
    return picture;
  }
}
