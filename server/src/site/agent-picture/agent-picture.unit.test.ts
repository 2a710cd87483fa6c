import sharp from "sharp";
import { expect, test } from "vitest";
import { AgentPictures, hashPicture, type PicturedAgent } from "./agent-picture.ts";
import { isDrawable } from "./picture-fonts.ts";
import { drawLine, measureLine, toDrawable, wrapText } from "./picture-text.ts";

const AGENT: PicturedAgent = {
  id: 1,
  name: "Support Bot",
  description: "Answers customer email from your help center.",
  framework: "langchain",
  developer: "ada",
  price_per_token: 0.000004,
};
const NAME = { size: 76, weight: 700 } as const;
const PURE_BACKGROUND = [0xf1, 0xf2, 0xee];

/** Returns the pixels of a picture's part, as numbers. */
async function readPart(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  return [...(await sharp(picture).extract(part).removeAlpha().raw().toBuffer())];
}

const hasInk = (pixels: readonly number[]) =>
  pixels.some((value, index) => value !== PURE_BACKGROUND[index % 3]);

const NAME_PART = { left: 72, top: 150, width: 740, height: 100 };
const RIGHT_MARGIN = { left: 1140, top: 0, width: 60, height: 630 };

test.each([
  ["Latin", "Café Łódź naïve"],
  ["Chinese and Japanese", "数据分析助手 データ分析"],
  ["Arabic with Latin", "مساعد الترجمة لا GPT"],
  ["emoji and flags", "Party 🎉 👩‍👩‍👧 🇩🇪 bot"],
  ["Cyrillic and Greek", "Анализ Ελληνικά"],
  ["Latin and Cyrillic letters in turn", "aбa中бمaก🎉".repeat(20)],
  ["stacked marks", `Z${"\u0300\u0301\u0302".repeat(40)}algo`],
  ["the widest letters", "W".repeat(120)],
  ["markup", "</text><script>alert(1)</script><image href='file:///etc/passwd'/>&amp;"],
  ["control and direction characters", "a\u0007\u001b\u202eb\u0000\uffff\ud800c"],
])("draws a name with %s inside the margins", async (_, name) => {
  const picture = await new AgentPictures().draw({ ...AGENT, name, description: `${name} ${name}` });
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(hasInk(await readPart(picture, NAME_PART))).toBe(true);
  expect(hasInk(await readPart(picture, RIGHT_MARGIN))).toBe(false);
});

test.skipIf(isDrawable("\u{13000}"))(
  "draws the number of the agent if this machine has no font for its name",
  async () => {
    const [nameless, numbered] = await Promise.all(
      ["\u{13000}\u{13001}", "Agent 1"].map((name) => new AgentPictures().draw({ ...AGENT, name })),
    );
    if (!nameless || !numbered) throw new Error("two pictures were drawn");
    expect(await readPart(nameless, NAME_PART)).toEqual(await readPart(numbered, NAME_PART));
  },
);

test("text stays text, and each script has its font", () => {
  const svg = drawLine('<b x="1">&', 0, 0, NAME, "#000");
  expect(svg).toContain("&#60;b x=&#34;1&#34;&#62;&#38;");
  expect(drawLine("GPT 中", 0, 0, NAME, "#000").match(/<text/g)).toHaveLength(2);
  expect(drawLine("مرحبا GPT", 0, 0, NAME, "#000")).toMatch(/^<text[^>]*>GPT<\/text><text[^>]*>مرحبا /);
  expect(toDrawable("a\u0000\n b\u202e\u2066c")).toBe("a bc");
});

test("lines break between words, are never wider than allowed, and end with an ellipsis if text is left out", () => {
  const text = "Reads quarterly filings of public companies and Donaudampfschifffahrtsgesellschaften";
  const { lines, isCut } = wrapText(text, NAME, 600, 3);
  expect(lines).toHaveLength(3);
  expect(isCut).toBe(true);
  expect(lines[0]).toBe("Reads quarterly");
  expect(lines.at(-1)).toMatch(/…$/);
  for (const line of lines) expect(measureLine(line, NAME)).toBeLessThanOrEqual(600);
  expect(wrapText("Short", NAME, 600, 1)).toEqual({ lines: ["Short"], isCut: false });
});

test("what the picture shows decides its hash, and equal pictures are drawn once", async () => {
  const others: Partial<PicturedAgent>[] = [
    { name: "Other" },
    { description: "Other" },
    { price_per_token: 0 },
    { framework: "n8n" },
    { developer: "grace" },
  ];
  const hashes = others.map((change) => hashPicture({ ...AGENT, ...change }));
  expect(new Set([hashPicture(AGENT), ...hashes])).toHaveLength(6);
  expect(hashPicture({ ...AGENT })).toBe(hashPicture(AGENT));
  const pictures = new AgentPictures();
  expect(await pictures.draw(AGENT)).toBe(await pictures.draw({ ...AGENT }));
});
