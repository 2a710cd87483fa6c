import { expect, test } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import { markdown } from "./markdown.ts";

const run = (parameters: JsonObject, item: JsonObject = {}) =>
  runNode({ type: markdown, version: 1, parameters, items: [item] });

test.each<[title: string, html: string, options: JsonObject, expected: string]>([
  [
    "headings, emphasis and links",
    "<h1>A</h1><p>b <b>c</b> <i>d</i> <a href='https://e.f'>g</a></p>",
    {},
    "# A\n\nb **c** _d_ [g](https://e.f)",
  ],
  [
    "lists and code",
    "<ul><li>1</li><li>2</li></ul><pre><code>x</code></pre>",
    { bulletMarker: "-" },
    "- 1\n- 2\n\n```\nx\n```",
  ],
  ["tables", "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", {}, "| a |\n| - |\n| 1 |"],
  ["nothing for ignored elements", "<p>a<span> b</span></p><style>x</style>", { ignore: "span" }, "a"],
  ["another emphasis character", "<b>a</b>", { strongDelimiter: "__" }, "__a__"],
])("converts HTML to %s", async (_, html, options, expected) => {
  const { outputs } = await run({ html, options });
  expect(outputs[0]?.[0]?.data).toBe(expected);
});

test.each<[title: string, text: string, options: JsonObject, expected: string]>([
  ["headings with names", "# Hi there", {}, '<h1 id="hithere">Hi there</h1>'],
  ["headings without names", "# Hi", { noHeaderId: true }, "<h1>Hi</h1>"],
  [
    "tables if enabled",
    "|a|b|\n|--|--|\n|1|2|",
    { tables: true, noHeaderId: true },
    "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>",
  ],
  ["line breaks", "a\nb", { simpleLineBreaks: true }, "<p>a<br />\nb</p>"],
  ["nothing for an unknown option", "a", { __proto__x: true, constructor: "x" }, "<p>a</p>"],
])("converts to HTML: %s", async (_, text, options, expected) => {
  const { outputs, error } = await run({ mode: "markdownToHtml", markdown: text, options });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.data).toBe(expected);
});

test("adds its output to the item's fields if requested", async () => {
  const { outputs } = await run(
    { html: "={{ $json.page }}", destinationKey: "out.text" },
    { page: "<p>a</p>", b: 1 },
  );
  expect(outputs).toEqual([[{ page: "<p>a</p>", b: 1, out: { text: "a" } }]]);
  expect((await run({ html: "<p>", destinationKey: "" })).error?.message).toBe("Destination key is required");
});
