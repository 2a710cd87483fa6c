import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import Markdown from "./markdown.tsx";

const render = (text: string, streaming = false) =>
  renderToStaticMarkup(createElement(Markdown, { text, streaming }));

/** Attacks that an agent's output may try on its reader. */
const HOSTILE = {
  "a script": "<script>alert(1)</script>",
  "a script in an open comment": "<!--\n<script>alert(1)</script>",
  "an event handler": "<img src=x onerror=alert(1)> <svg onload=alert(1)> <b onclick=alert(1)>b</b>",
  "a frame and a form": '<iframe src="https://evil.example"></iframe><form action="https://evil.example">',
  "a style that covers the page": '<div style="position:fixed;inset:0">Sign in again</div><style>*{}</style>',
  "a javascript: link": "[x](javascript:alert(1))",
  "a javascript: link in other letters": "[x](JaVaScRiPt:alert(1)) [y](java&#115;cript:alert(1))",
  "a javascript: link behind spaces": "[x]( \t javascript:alert(1)) [y](<java\tscript:alert(1)>)",
  "a javascript: link by reference": "[x][1]\n\n[1]: javascript:alert(1)",
  "a javascript: autolink": "<javascript:alert(1)>",
  "a vbscript: link": "[x](vbscript:msgbox(1))",
  "a data: link": "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "a data: picture": "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "a remote picture": "![x](https://evil.example/seen.png?who=you)",
  "a remote picture by reference": "![x][1]\n\n[1]: https://evil.example/seen.png",
  "a remote picture within a link": "[![x](https://evil.example/seen.png)](https://evil.example)",
  "a half-streamed picture": "![x](https://evil.example/seen.png?who=",
  "a handler in a table and a fence":
    "|<img src=x onerror=alert(1)>|\n|-|\n\n```html onload=alert(1)\n<script>\n```",
  "an id that shadows a variable": '<a id="cookie" name="body">x</a>',
} as const;

describe("third-party Markdown", () => {
  it.each(Object.entries(HOSTILE))("is harmless: %s", (_, text) => {
    for (const html of [render(text), render(text, true)]) {
      expect(html).not.toMatch(/<(script|img|iframe|form|svg|style|object|embed|link|meta|base)\b/i);
      expect(html).not.toMatch(/<[^>]*\son\w+=/i);
      expect(html).not.toMatch(/<[^>]*\s(style|id|name|srcdoc|background)=/i);
      for (const [, href] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//);
    }
  });

  it("shows a third-party picture as a link that sends no referrer", () => {
    const html = render("![A chart](https://pictures.example/a.png)");
    expect(html).toContain("[Picture at pictures.example: A chart]");
    expect(html).toContain('href="https://pictures.example/a.png"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  });

  it("formats harmless content", () => {
    expect(render("# Title\n\n**bold** and `code`")).toMatch(/<h1>Title<\/h1>.*<strong>bold<\/strong>/s);
    expect(render("|a|\n|-|\n|b|")).toContain("<td>b</td>");
    expect(render("- [x] done")).toMatch(/☑.*Done:/);
    expect(render("**half", true)).toContain("<strong>half</strong>");
  });
});

/** Markdown that takes a browser minutes or is nested too deeply. */
const HEAVY = {
  "quotes in quotes": "> ".repeat(20_000),
  "lists in lists": `${"- ".repeat(20_000)}x`,
  "open brackets": "[".repeat(100_000),
  "emphasis in emphasis": "**_".repeat(50_000),
  "very many blocks": "a\n\n".repeat(2_000),
} as const;

describe("oversized Markdown", () => {
  it.each(Object.entries(HEAVY))("shows as plain text: %s", (_, text) => {
    expect(render(text, true)).toContain('<div class="whitespace-pre-wrap">');
  });
});
