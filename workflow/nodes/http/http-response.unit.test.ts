import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runHttpRequest } from "./http-request.fixture.ts";
import type { ScriptedResponse } from "./scripted-http.fixture.ts";

const json = { "content-type": "application/json" };

const answered: [
  title: string,
  version: number,
  parameters: JsonObject,
  answer: ScriptedResponse,
  expected: unknown[],
][] = [
  ["an object as an item", 4.2, {}, { body: { a: 1 } }, [{ a: 1 }]],
  [
    "each entry of a list as an item",
    4.2,
    {},
    { body: [{ a: 1 }, { a: 2 }, null, 3] },
    [{ a: 1 }, { a: 2 }, {}, 3],
  ],
  ["nothing for an empty list", 4.2, {}, { body: [] }, []],
  [
    "text, recognized by its content type",
    4.2,
    {},
    { body: "<p>hi</p>", headers: { "content-type": "text/html" } },
    [{ data: "<p>hi</p>" }],
  ],
  ["an empty item for an empty body", 4.2, {}, { body: "", status: 204 }, [{}]],
  [
    "text in the named field",
    4.2,
    { options: { response: { response: { responseFormat: "text", outputPropertyName: "html" } } } },
    { body: { a: 1 } },
    [{ html: '{"a":1}' }],
  ],
  [
    "JSON that was sent as text, if JSON is expected",
    4.2,
    { options: { response: { response: { responseFormat: "json" } } } },
    { body: '[{"a":1}]', headers: { "content-type": "text/plain" } },
    [{ a: 1 }],
  ],
  [
    "the full response",
    4.2,
    { options: { response: { response: { fullResponse: true } } } },
    { body: { a: 1 }, headers: json },
    [{ body: { a: 1 }, headers: json, statusCode: 200, statusMessage: "OK" }],
  ],
  [
    "the full response with its body as text",
    4.2,
    { options: { response: { response: { fullResponse: true, responseFormat: "text" } } } },
    { body: "x", headers: { "set-cookie": "a=1\nb=2" } },
    [
      {
        data: "x",
        headers: { "content-type": "text/plain", "set-cookie": ["a=1", "b=2"] },
        statusCode: 200,
        statusMessage: "OK",
      },
    ],
  ],
  [
    "an error status as a result if errors are ignored",
    4.2,
    { options: { response: { response: { neverError: true, fullResponse: true } } } },
    { status: 404, statusText: "Not Found", body: { no: 1 }, headers: json },
    [{ body: { no: 1 }, headers: json, statusCode: 404, statusMessage: "Not Found" }],
  ],
  [
    "text in another character set",
    4.2,
    {},
    { body: Buffer.from([0xe9]), headers: { "content-type": "text/plain; charset=iso-8859-1" } },
    [{ data: "é" }],
  ],
  ["a list as one item, in version 1", 1, {}, { body: [{ a: 1 }, { a: 2 }] }, [[{ a: 1 }, { a: 2 }]]],
  [
    "the entries of a list as items, in version 2",
    2,
    { options: { splitIntoItems: true } },
    { body: [{ a: 1 }, { a: 2 }] },
    [{ a: 1 }, { a: 2 }],
  ],
  ["text, in version 2", 2, { responseFormat: "string", dataPropertyName: "t" }, { body: "x" }, [{ t: "x" }]],
  [
    "the full response, in version 1",
    1,
    { options: { fullResponse: true } },
    { body: [1], headers: json },
    [{ body: [1], headers: json, statusCode: 200, statusMessage: "OK" }],
  ],
];

test.each(answered)("returns %s", async (_, version, parameters, answer, expected) => {
  const { outputs, error } = await runHttpRequest(parameters, [answer], { version });
  expect(error).toBeUndefined();
  expect(outputs[0]).toEqual(expected);
});

test("keeps a file with the item's fields and binary data", async () => {
  const old = { bytes: Buffer.from("x"), mimeType: "text/plain" };
  const { items, outputs } = await runHttpRequest(
    { url: "https://example.com/a/logo.png?v=1" },
    [{ body: Buffer.from("png"), headers: { "content-type": "image/png" } }],
    { items: [{ json: { a: 1 }, binary: { old } }] },
  );
  expect(outputs).toEqual([[{ a: 1 }]]);
  expect(items[0]?.[0]?.binary).toEqual({
    old,
    data: { bytes: Buffer.from("png"), mimeType: "image/png", fileName: "logo.png", fileExtension: "png" },
  });
});

test("gives a file the name in the server's response", async () => {
  const { items } = await runHttpRequest(
    { options: { response: { response: { responseFormat: "file" } } } },
    [{ body: "a", headers: { "content-disposition": "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf" } }],
  );
  expect(items[0]?.[0]?.binary?.data).toMatchObject({ fileName: "résumé.pdf", fileExtension: "pdf" });
});
