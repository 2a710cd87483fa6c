import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import { httpRequest } from "./http-request.ts";
import { createScriptedHttp, type ScriptedResponse } from "./scripted-http.fixture.ts";

async function runPaged(pagination: JsonObject, answers: readonly ScriptedResponse[], more: JsonObject = {}) {
  const http = createScriptedHttp(answers);
  const ran = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters: { url: "https://api.example.com/list", ...more, options: { pagination: { pagination } } },
    services: { http },
  });
  return { ...ran, urls: http.requests.map(({ url }) => url), requests: http.requests };
}

const pageParameter = { parameters: [{ name: "page", value: "={{ $pageCount + 1 }}" }] };

test("increases a parameter until a response is empty", async () => {
  const { urls, outputs } = await runPaged({ parameters: pageParameter }, [
    { body: [{ n: 1 }, { n: 2 }] },
    { body: [{ n: 3 }] },
    { body: [] },
  ]);
  expect(urls).toEqual([1, 2, 3].map((page) => `https://api.example.com/list?page=${page}`));
  expect(outputs).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }]]);
});

test("ends when an expression about the last response is true", async () => {
  const { outputs, error } = await runPaged(
    {
      parameters: pageParameter,
      paginationCompleteWhen: "other",
      completeExpression: "={{ $response.body.last === true }}",
    },
    [{ body: { last: false } }, { body: { last: true } }],
  );
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ last: false }, { last: true }]]);
});

test("ends at the status that marks the last page", async () => {
  const { outputs, error } = await runPaged(
    {
      parameters: pageParameter,
      paginationCompleteWhen: "receiveSpecificStatusCodes",
      statusCodesWhenComplete: "404, 410",
    },
    [{ body: { n: 1 } }, { status: 404, body: { over: true } }],
  );
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ n: 1 }, { over: true }]]);
});

test("fails at an error status other than the one that marks the last page", async () => {
  const { error } = await runPaged(
    {
      parameters: pageParameter,
      paginationCompleteWhen: "receiveSpecificStatusCodes",
      statusCodesWhenComplete: "404",
    },
    [{ status: 500, body: {} }],
  );
  expect(error?.message).toContain("The service was not able to process your request");
});

test("follows the URL of the next page until there is none", async () => {
  const { urls, outputs } = await runPaged(
    { paginationMode: "responseContainsNextURL", nextURL: "={{ $response.body.next }}" },
    [{ body: { n: 1, next: "https://api.example.com/list?cursor=b" } }, { body: { n: 2 } }],
  );
  expect(urls).toEqual(["https://api.example.com/list", "https://api.example.com/list?cursor=b"]);
  expect(outputs[0]?.map(({ n }) => n)).toEqual([1, 2]);
});

test.each([null, ""])("fails if the URL of the next page is %j", async (next) => {
  const { error } = await runPaged(
    { paginationMode: "responseContainsNextURL", nextURL: "={{ $response.body.next }}" },
    [{ body: { n: 1, next } }],
  );
  expect(error?.message).toBe(`'${next ?? "null"}' is not a valid URL.`);
});

test("stops at the maximum number of pages", async () => {
  const { urls } = await runPaged({ parameters: pageParameter, limitPagesFetched: true, maxRequests: 2 }, [
    { body: [{ n: 1 }] },
    { body: [{ n: 2 }] },
    { body: [{ n: 3 }] },
  ]);
  expect(urls).toHaveLength(2);
});

test("writes changing values to the body or the headers", async () => {
  const { requests } = await runPaged(
    {
      parameters: {
        parameters: [
          { type: "body", name: "from.row", value: "={{ $pageCount * 10 }}" },
          { type: "headers", name: "X-Page", value: "={{ $pageCount }}" },
        ],
      },
      limitPagesFetched: true,
      maxRequests: 2,
    },
    [{ body: { n: 1 } }, { body: { n: 2 } }],
    { method: "POST", sendBody: true, bodyParameters: { parameters: [{ name: "size", value: 10 }] } },
  );
  expect(requests.map(({ body, headers }) => [body, headers["x-page"]])).toEqual([
    ['{"size":10,"from":{"row":0}}', "0"],
    ['{"size":10,"from":{"row":10}}', "1"],
  ]);
});

test("stops if a server always returns the same response", async () => {
  const { error, urls } = await runPaged(
    { parameters: pageParameter },
    Array.from({ length: 50 }, () => ({ body: [{ same: 1 }] })),
  );
  expect(error?.message).toBe("The returned response was identical 5x, so requests got stopped");
  expect(urls.length).toBeLessThan(10);
});
