import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runHttpRequest, URL_OF_API } from "./http-request.fixture.ts";
import { getBodyText, type ScriptedResponse } from "./scripted-http.fixture.ts";

const pairs = (...entries: [name: string, value: JsonObject[string]][]) => ({
  parameters: entries.map(([name, value]) => ({ name, value })),
});

const sent: [
  title: string,
  version: number,
  parameters: JsonObject,
  expected: { method?: string; url?: string; body?: string; type?: string; headers?: Record<string, string> },
][] = [
  ["a plain GET", 4.2, {}, { method: "GET", url: URL_OF_API }],
  [
    "query fields after the URL's own fields",
    4.2,
    { url: `${URL_OF_API}?a=1`, sendQuery: true, queryParameters: pairs(["q", "x y"], ["n", 2]) },
    { url: `${URL_OF_API}?a=1&q=x%20y&n=2` },
  ],
  [
    "the last of several query fields with the same name before version 4.3",
    4.2,
    { sendQuery: true, queryParameters: pairs(["t", "a"], ["t", "b"]) },
    { url: `${URL_OF_API}?t=b` },
  ],
  [
    "all query fields with the same name from version 4.3 on",
    4.3,
    {
      sendQuery: true,
      queryParameters: pairs(["t", "a"], ["t", "b"]),
      options: { queryParameterArrays: "repeat" },
    },
    { url: `${URL_OF_API}?t=a&t=b` },
  ],
  [
    "a JSON query with a list in brackets",
    4.2,
    {
      sendQuery: true,
      specifyQuery: "json",
      jsonQuery: '{"ids": [1, 2]}',
      options: { queryParameterArrays: "brackets" },
    },
    { url: `${URL_OF_API}?ids%5B%5D=1&ids%5B%5D=2` },
  ],
  [
    "lists with indexes by default",
    4.2,
    { sendQuery: true, specifyQuery: "json", jsonQuery: '{"ids": [1, 2]}' },
    { url: `${URL_OF_API}?ids%5B0%5D=1&ids%5B1%5D=2` },
  ],
  [
    "headers with names in lower case",
    4.2,
    { sendHeaders: true, headerParameters: pairs(["X-Api-Key", "k"], ["Accept", "text/csv"]) },
    { headers: { "x-api-key": "k", accept: "text/csv" } },
  ],
  [
    "headers as JSON",
    4.2,
    { sendHeaders: true, specifyHeaders: "json", jsonHeaders: '{"User-Agent": "me"}' },
    { headers: { "user-agent": "me" } },
  ],
  [
    "a body from fields whose names are paths into objects",
    4.2,
    { method: "POST", sendBody: true, bodyParameters: pairs(["a.b", 1], ["c[0]", "x"], ["__proto__.d", 2]) },
    {
      method: "POST",
      body: '{"a":{"b":1},"c":["x"],"__proto__":{"d":2}}',
      type: "application/json",
    },
  ],
  [
    "a body from fields with unchanged names, in version 3",
    3,
    { method: "POST", sendBody: true, bodyParameters: pairs(["a.b", 1]) },
    { body: '{"a.b":1}' },
  ],
  [
    "a body as JSON, with values of the item",
    4.2,
    { method: "PUT", sendBody: true, specifyBody: "json", jsonBody: '{"a": 1}' },
    { method: "PUT", body: '{"a":1}' },
  ],
  [
    "a form from fields",
    4.2,
    {
      method: "POST",
      sendBody: true,
      contentType: "form-urlencoded",
      bodyParameters: pairs(["a", "x y"], ["b", true]),
    },
    { body: "a=x+y&b=true", type: "application/x-www-form-urlencoded" },
  ],
  [
    "a form from text",
    4.2,
    {
      method: "POST",
      sendBody: true,
      contentType: "form-urlencoded",
      specifyBody: "string",
      body: "a=1&b=%C3%A9",
    },
    { body: "a=1&b=%C3%A9" },
  ],
  [
    "a raw body with its type",
    4.4,
    { method: "POST", sendBody: true, contentType: "raw", rawContentType: "text/calendar", body: "BEGIN" },
    { body: "BEGIN", type: "text/calendar" },
  ],
  [
    "a file as the body",
    4.2,
    { method: "POST", sendBody: true, contentType: "binaryData", inputDataFieldName: "data" },
    { body: "picture", type: "image/png" },
  ],
  [
    "parameters of version 1",
    1,
    {
      requestMethod: "POST",
      bodyParametersUi: { parameter: [{ name: "a.b", value: "1" }] },
      queryParametersUi: { parameter: [{ name: "q", value: "2" }] },
      headerParametersUi: { parameter: [{ name: "X-A", value: "3" }] },
    },
    { method: "POST", url: `${URL_OF_API}?q=2`, body: '{"a.b":"1"}', headers: { "x-a": "3" } },
  ],
  [
    "JSON parameters of version 2",
    2,
    {
      requestMethod: "PATCH",
      jsonParameters: true,
      bodyParametersJson: '{"a": [1]}',
      queryParametersJson: '{"q": 1}',
    },
    { method: "PATCH", url: `${URL_OF_API}?q=1`, body: '{"a":[1]}' },
  ],
  [
    "a form of version 1",
    1,
    {
      requestMethod: "POST",
      options: { bodyContentType: "form-urlencoded" },
      bodyParametersUi: { parameter: [{ name: "a", value: "b c" }] },
    },
    { body: "a=b+c" },
  ],
];

test.each(sent)("sends %s", async (_, version, parameters, expected) => {
  const picture = { bytes: Buffer.from("picture"), mimeType: "image/png", fileName: "a.png" };
  const { requests, error } = await runHttpRequest(parameters, [{ body: {} }], {
    version,
    items: [{ json: {}, binary: { data: picture } }],
  });
  expect(error).toBeUndefined();
  const [first] = requests;
  if (!first) throw new Error("nothing was asked");
  if (expected.method) expect(first.method).toBe(expected.method);
  if (expected.url) expect(first.url).toBe(expected.url);
  if (expected.body !== undefined) expect(getBodyText(first)).toBe(expected.body);
  if (expected.type) expect(first.headers["content-type"]).toBe(expected.type);
  if (expected.headers) expect(first.headers).toMatchObject(expected.headers);
});

test("sends fields and files of a multipart form", async () => {
  const file = { bytes: Buffer.from("hello"), mimeType: "text/plain", fileName: "a.txt" };
  const { requests } = await runHttpRequest(
    {
      method: "POST",
      sendBody: true,
      contentType: "multipart-form-data",
      bodyParameters: {
        parameters: [
          { name: "model", value: "m" },
          { parameterType: "formBinaryData", name: "file", inputDataFieldName: "doc" },
        ],
      },
      sendHeaders: true,
      headerParameters: pairs(["Content-Type", "multipart/form-data"]),
    },
    [{ body: {} }],
    { items: [{ json: {}, binary: { doc: file } }] },
  );
  const [first] = requests;
  if (!first) throw new Error("nothing was asked");
  const boundary =
    /^multipart\/form-data; boundary=(.+)$/.exec(first.headers["content-type"] ?? "")?.[1] ?? "";
  expect(
    getBodyText(first)
      .split(`--${boundary}`)
      .map((part) => part.trim()),
  ).toEqual([
    "",
    'Content-Disposition: form-data; name="model"\r\n\r\nm',
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello',
    "--",
  ]);
});

const json = { "content-type": "application/json" };

const refused: [title: string, parameters: JsonObject, answer: ScriptedResponse, expected: unknown][] = [
  [
    "an error status",
    {},
    { status: 404, body: { message: "gone" } },
    {
      message: '404 - "{\\"message\\":\\"gone\\"}"',
      name: "AxiosError",
      code: "ERR_BAD_REQUEST",
      status: 404,
    },
  ],
  [
    "an error status if JSON is expected",
    { options: { response: { response: { responseFormat: "json" } } } },
    { status: 500, body: { message: "gone" } },
    { message: '500 - {"message":"gone"}', name: "AxiosError", code: "ERR_BAD_RESPONSE", status: 500 },
  ],
  [
    "too many requests",
    {},
    { status: 429 },
    {
      message: "Try spacing your requests out using the batching settings under 'Options'",
      name: "AxiosError",
      code: "ERR_BAD_REQUEST",
      status: 429,
    },
  ],
  ["text that is not JSON", {}, { body: "{", headers: json }, "Invalid JSON in response body"],
  [
    "text if JSON is expected",
    { options: { response: { response: { responseFormat: "json" } } } },
    { body: "<p>" },
    'Response body is not valid JSON. Change "Response Format" to "Text"',
  ],
  [
    "a URL without a scheme",
    { url: "example.com" },
    {},
    'Invalid URL: example.com. URL must start with "http" or "https".',
  ],
  [
    "a body that is not JSON",
    { sendBody: true, method: "POST", specifyBody: "json", jsonBody: "{" },
    {},
    'The value in the "JSON Body" field is not valid JSON',
  ],
];

test.each(refused)("continues with an error item for %s", async (_, parameters, answer, expected) => {
  const { outputs, error } = await runHttpRequest(parameters, [answer], {
    node: { onError: "continueRegularOutput" },
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ error: expected }]]);
});

test("stops with n8n's message for the status, or with the field of an invalid parameter", async () => {
  const forbidden = await runHttpRequest({}, [{ status: 403, body: "no" }]);
  expect(forbidden.error?.message).toBe('Forbidden - perhaps check your credentials?: 403 - "no"');
  const wrong = await runHttpRequest({ url: "ftp://example.com" });
  expect(wrong.error).toMatchObject({ node: "Node", field: "url" });
});

test("sends requests in batches, each paired with its item", async () => {
  const { requests, items } = await runHttpRequest(
    { options: { batching: { batch: { batchSize: 2, batchInterval: 1 } } } },
    [{ body: { n: 1 } }, { body: { n: 2 } }, { body: { n: 3 } }],
    { items: [{}, {}, {}] },
  );
  expect(requests).toHaveLength(3);
  expect(items[0]?.map(({ json, pairedItem }) => [json.n, pairedItem])).toEqual([
    [1, { item: 0 }],
    [2, { item: 1 }],
    [3, { item: 2 }],
  ]);
});

test("follows as many redirects as the node's version and options allow", async () => {
  const redirects = async (version: number, parameters: JsonObject) =>
    (await runHttpRequest(parameters, [{ body: {} }], { version })).requests[0]?.maxRedirects;
  expect(await redirects(4.2, {})).toBe(21);
  expect(await redirects(4.2, { options: { redirect: { redirect: { followRedirects: false } } } })).toBe(0);
  expect(await redirects(4, { options: { redirect: { redirect: { maxRedirects: 3 } } } })).toBe(3);
  expect(await redirects(3, {})).toBe(0);
  expect(await redirects(1, {})).toBe(21);
  expect(await redirects(1, { requestMethod: "POST" })).toBe(0);
});

test("warns that certificates are checked even if `allowUnauthorizedCerts` is set", async () => {
  const { logs } = await runHttpRequest({ options: { allowUnauthorizedCerts: true } });
  expect(logs).toEqual([
    expect.objectContaining({
      level: "warning",
      message: expect.stringContaining("certificates are always checked"),
    }),
  ]);
});

test.each([1, 2])(
  "version %s sends nothing and passes its input on if a parameter is invalid",
  async (version) => {
    const items = [{ url: URL_OF_API }, { url: "x" }];
    const { requests, outputs, error } = await runHttpRequest({ url: "={{ $json.url }}" }, [], {
      ...{ version, items },
      node: { onError: "continueRegularOutput" },
    });
    expect(error).toBeUndefined();
    expect(requests).toEqual([]);
    expect(outputs).toEqual([items]);
  },
);
