import { createRequire } from "node:module";
import { Resvg, type ResvgRenderOptions } from "@resvg/resvg-js";
import { escapeHtml } from "../../platform/http/html.ts";

const require = createRequire(import.meta.url);
const LATIN = [
  require.resolve("@expo-google-fonts/host-grotesk/400Regular/HostGrotesk_400Regular.ttf"),
  require.resolve("@expo-google-fonts/host-grotesk/700Bold/HostGrotesk_700Bold.ttf"),
  require.resolve("@expo-google-fonts/martian-mono/400Regular/MartianMono_400Regular.ttf"),
  require.resolve("@expo-google-fonts/martian-mono/600SemiBold/MartianMono_600SemiBold.ttf"),
];

/** The characters that Host Grotesk has: Latin letters, digits, punctuation and currency signs. */
const LATIN_CHARACTERS = /[ -~\u00a0-\u017f\u2010-\u201e\u2022\u2026\u20ac]/g;

export const FAMILY = "Host Grotesk";
export const MONO_FAMILY = "Martian Mono";

/** A font of other scripts that the server ships. It is read only for texts that need it. */
interface ShippedFont {
  readonly family: string;
  readonly characters: RegExp;
  readonly files: readonly string[];
}

const EMOJI: ShippedFont = {
  family: "Noto Emoji",
  characters: /\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
  files: [
    require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
    require.resolve("@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf"),
  ],
};

/** The only large font, of 12 MB. */
export const LARGE_FONT: ShippedFont = {
  family: "Chocolate Classical Sans",
  characters:
    /\p{Script_Extensions=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Latin}|[\p{P}\p{S}]/u,
  files: [
    require.resolve(
      "@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf",
    ),
  ],
};

/** In the order in which they are tried for a character. */
const SHIPPED: readonly ShippedFont[] = [
  EMOJI,
  {
    family: "Noto Sans Arabic",
    characters: /\p{Script=Arabic}/u,
    files: [
      require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
      require.resolve("@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf"),
    ],
  },
  LARGE_FONT,
];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Spaces and common punctuation, which the fonts of scripts have. They are drawn with the text before them. */
const NEUTRAL = /^[ .,:;!?()"'-]$/;

/** A part of a line that is drawn with one font; undefined stands for a font of this machine. */
export interface LinePart {
  text: string;
  font: ShippedFont | "Latin" | undefined;
}

/** Splits a line into parts that have one font each, in reading order. */
export function splitByFont(line: string): LinePart[] {
  const parts: LinePart[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const last = parts.at(-1);
    const isLatin = segment.replace(LATIN_CHARACTERS, "") === "";
    const font = isLatin ? "Latin" : SHIPPED.find(({ characters }) => characters.test(segment));
    if (last !== undefined && (last.font === font || (NEUTRAL.test(segment) && last.font !== EMOJI)))
      last.text += segment;
    else parts.push({ text: segment, font });
  }
  return parts;
}

/** Returns the font options for texts. Korean, Thai and other scripts use the fonts of this machine. */
export function chooseFonts(text: string): NonNullable<ResvgRenderOptions["font"]> {
  const fonts = new Set(splitByFont(text).map(({ font }) => font));
  return {
    fontFiles: [...LATIN, ...[...fonts].flatMap((font) => (typeof font === "object" ? font.files : []))],
    loadSystemFonts: fonts.has(undefined),
    defaultFontFamily: FAMILY,
  };
}

/** Returns one part of a line as an SVG text. Naming its font spares a search through all fonts, which takes a second. */
export function renderPart({ text, font }: LinePart, attributes: string): string {
  const family = typeof font === "object" ? font.family : FAMILY;
  return `<text xml:space="preserve" font-family="${family}" ${attributes}>${escapeHtml(text)}</text>`;
}

/** Returns the ink of a part as a box, in pixels; undefined for a part without ink. */
export function measureInk(part: LinePart, attributes: string): { width: number; place: string } | undefined {
  const text = renderPart(part, `x="100" y="200" ${attributes}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="400">${text}</svg>`;
  const box = new Resvg(svg, { font: chooseFonts(part.text) }).getBBox();
  return box && { width: box.width, place: [box.x, box.y, box.width, box.height].join(" ") };
}

/** A code point to which Unicode assigns no character. No font has it, so a box is drawn in its place. */
const IN_NO_FONT = "\u0378";

/**
 * Whether this machine has a font for a script, by script or block of 128 code points. It has at most 8,704 entries, because
 * Unicode has no more blocks.
 */
const drawable = new Map<string, boolean>();

function getScriptKey(letter: string): string {
  if (/\p{Script=Han}/u.test(letter)) return "Han";
  if (/\p{Script=Hangul}/u.test(letter)) return "Hangul";
  return String((letter.codePointAt(0) ?? 0) >> 7);
}

/**
 * Returns whether a font has this letter. The fonts are searched once per script, because reading all fonts of a machine can
 * take hundreds of milliseconds.
 */
export function isDrawable(letter: string): boolean {
  if (letter.replace(LATIN_CHARACTERS, "") === "") return true;
  const key = getScriptKey(letter);
  let found = drawable.get(key);
  if (found === undefined) {
    const [part = { text: letter, font: undefined }] = splitByFont(letter);
    const place = measureInk(part, 'font-size="40"')?.place;
    const missing = measureInk({ text: IN_NO_FONT, font: undefined }, 'font-size="40"')?.place;
    found = place !== undefined && place !== missing;
    drawable.set(key, found);
  }
  return found;
}
