import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import Markdown from "../markdown.tsx";
import { markMath } from "./math-marks.ts";

/** Renders Markdown before the renderer of formulas has loaded, so that each formula appears as its source. */
const render = (text: string, streaming = false) =>
  renderToStaticMarkup(createElement(Markdown, { text, streaming })).replaceAll(
    /<!--\/?\$!?-->|<template[^>]*><\/template>/g,
    "",
  );

const SOURCE = '<span class="whitespace-pre-wrap">';

describe("formulas within Markdown", () => {
  it("are not read as Markdown", () => {
    expect(render("Let $a_1 * b_2 * c$ be **bold**.")).toContain(
      `Let ${SOURCE}$a_1 * b_2 * c$</span> be <strong>`,
    );
    expect(render("\\(x_1\\), \\[y_2\\]")).toContain(`${SOURCE}\\[y_2\\]</span>`);
    expect(render("$$\na\n- b\n=\n$$")).not.toMatch(/<(li|h1|h2)>/);
  });

  it("stay in their cell, also with a pipe", () => {
    expect(render("| a | b |\n|-|-|\n| $|x|$ | 2 |")).toContain(`<td>${SOURCE}$|x|$</span></td><td>2</td>`);
  });

  it("are text in code, in addresses and in raw HTML", () => {
    expect(render("`$x$` $y$")).toContain("<code>$x$</code>");
    expect(render("    $x$\n\nand $y$")).toContain("<code>$x$\n</code>");
    const link = render("https://example.com/?a=&$x&c=$;d");
    expect(link).toContain('href="https://example.com/?a=&amp;$x&amp;c=$;d"');
    expect(link).not.toContain(SOURCE);
    expect(render("[here](https://example.com/$a$)")).toContain('href="https://example.com/$a$"');
    expect(render('a <b title="$x$">b</b>')).toBe('<div class="prose"><div><p>a b</p></div></div>');
  });

  it("are shown once they are complete", () => {
    expect(render("so $$x + 1", true)).not.toContain(SOURCE);
    expect(render("so $$x + 1$$", true)).toContain(`${SOURCE}$$x + 1$$</span>`);
  });

  it("cannot be confused with the characters of marks", () => {
    expect(render("\uE0000\uE001 and $x$")).toContain("\uE0000\uE001 and $x$");
    expect(markMath("\uE0000\uE001 and $x$").formulas).toEqual([]);
  });
});
