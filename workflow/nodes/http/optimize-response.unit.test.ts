import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import { httpRequest } from "./http-request.ts";
import { createScriptedHttp } from "./scripted-http.fixture.ts";

const TOOL = "n8n-nodes-base.httpRequestTool";
const DATA = { meta: 1, list: [{ id: 1, name: "a", more: { x: 1, y: 2 } }] };
const PAGE = "<body><nav>menu</nav><p>one <b>two</b></p><p>three</p></body>";
const html = { "content-type": "text/html" };

async function runTool(parameters: JsonObject, body: unknown, headers = {}, typeName = TOOL) {
  const { outputs, error } = await runNode({
    type: { ...httpRequest, types: [TOOL, ...httpRequest.types] },
    typeName,
    version: 4.2,
    parameters: { url: "https://example.com", optimizeResponse: true, ...parameters },
    services: { http: createScriptedHttp([{ body, headers }]) },
  });
  expect(error).toBeUndefined();
  return outputs[0];
}

test.each<[title: string, parameters: JsonObject, expected: unknown]>([
  ["a part of the data", { dataField: "list" }, DATA.list],
  ["some fields", { dataField: "list", fieldsToInclude: "selected", fields: "id" }, [{ id: 1 }]],
  ["all fields except the excluded ones", { fieldsToInclude: "except", fields: "list" }, [{ meta: 1 }]],
  ["an empty item if the part is missing", { dataField: "no" }, [{}]],
])("gives a model %s", async (_, parameters, expected) => {
  expect(await runTool(parameters, DATA)).toEqual(expected);
});

test("gives a model the text of a page's elements", async () => {
  const parameters = { responseType: "html", onlyContent: true, elementsToOmit: "nav", cssSelector: "body" };
  expect(await runTool(parameters, PAGE, html)).toEqual([{ data: "one two\n\nthree" }]);
  expect(await runTool({ responseType: "html", cssSelector: "p" }, PAGE, html)).toEqual([
    { data: "<p>one <b>two</b></p>\n<p>three</p>" },
  ]);
});

test("gives a model only the beginning of long text", async () => {
  const parameters = { responseType: "text", truncateResponse: true, maxLength: 3 };
  expect(await runTool(parameters, "abcdef")).toEqual([{ data: "abc" }]);
});

test("returns complete responses if the node is not a tool", async () => {
  expect(await runTool({ dataField: "list" }, DATA, {}, "n8n-nodes-base.httpRequest")).toEqual([DATA]);
});
