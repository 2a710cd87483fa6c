import { describe, expect, it } from "vitest";
import { createGlyphDots } from "./agent-glyph.ts";

const toKey = (id: number, framework = "stoa") => JSON.stringify(createGlyphDots(id, framework));

describe("agent glyph", () => {
  it("is always the same for the same id and framework", () => {
    expect(createGlyphDots(1, "stoa").slice(0, 3)).toMatchInlineSnapshot(`
      [
        {
          "r": 0.3,
          "x": 0,
          "y": 0,
        },
        {
          "r": 0.3,
          "x": 6,
          "y": 0,
        },
        {
          "r": 0.42,
          "x": 1,
          "y": 0,
        },
      ]
    `);
    expect(toKey(1)).toBe(toKey(1));
  });

  it("differs between agents and between frameworks", () => {
    const marks = new Set(Array.from({ length: 1000 }, (_, id) => toKey(id)));
    expect(marks.size).toBe(1000);
    expect(toKey(1, "n8n")).not.toBe(toKey(1, "stoa"));
  });

  it("is mirrored and stays inside its 7 x 7 cells", () => {
    for (let id = 0; id < 50; id += 1) {
      const dots = createGlyphDots(id, "langchain");
      const places = new Map(dots.map((dot) => [`${dot.x},${dot.y}`, dot.r]));
      for (const dot of dots) {
        expect(places.get(`${6 - dot.x},${dot.y}`)).toBe(dot.r);
        expect(dot.r).toBeLessThanOrEqual(0.5);
        expect(dot.x).toBeGreaterThanOrEqual(0);
        expect(dot.y).toBeLessThanOrEqual(6);
      }
    }
  });
});
