import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, it } from "vitest";
import { runNode } from "../../testing/run-node.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { EXECUTION_DATA_NODE } from "./execution-data.ts";
import { RESPOND_TO_WEBHOOK_NODE } from "./respond-to-webhook.ts";
import { STOP_AND_ERROR_NODE } from "./stop-and-error.ts";
import { WAIT_NODE } from "./wait.ts";

describe("Wait", () => {
  const items = [{ a: 1 }, { a: 2 }];
  nodeCases(WAIT_NODE, [
    {
      name: "passes items on after a duration",
      version: 1.1,
      items,
      parameters: { amount: 0.01 },
      gives: [items],
    },
    {
      name: "waits for a duration from an expression",
      version: 1,
      items,
      parameters: { amount: "={{ 0 }}", unit: "minutes" },
      gives: [items],
    },
    {
      name: "does not wait for a time that has passed",
      version: 1.1,
      items,
      parameters: { resume: "specificTime", dateTime: "2024-01-01T00:00:00" },
      gives: [items],
    },
    {
      name: "refuses a negative duration",
      version: 1.1,
      items,
      parameters: { amount: -1 },
      fails: { message: "Invalid wait amount. Please enter a number that is 0 or greater.", field: "amount" },
    },
    {
      name: "refuses an unknown unit",
      version: 1.1,
      items,
      parameters: { unit: "moons" },
      fails: {
        message: "Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'.",
        field: "unit",
      },
    },
    {
      name: "refuses an invalid date",
      version: 1.1,
      items,
      parameters: { resume: "specificTime", dateTime: "soon" },
      fails: "'soon' is not a valid date and time",
    },
  ]);

  it("fails without waiting if the wait is longer than the run's time", async () => {
    const begun = Date.now();
    const { error } = await runNode({
      type: WAIT_NODE,
      version: 1,
      items,
      parameters: { amount: 3, unit: "days" },
    });
    expect(error?.message).toMatch(/would wait for 259200 seconds, but the run has only \d+ seconds left/);
    expect(Date.now() - begun).toBeLessThan(5_000);
  });
});

describe("Respond to Webhook", () => {
  const file = { bytes: new TextEncoder().encode("hello"), mimeType: "text/plain", fileName: "h.txt" };
  const items = [{ json: { a: 1 }, binary: { data: file } }, { json: { a: 2 } }] as never[];

  it.each<[string, Record<string, JsonValue>, JsonValue]>([
    ["the first item", {}, { a: 1 }],
    ["the first item under a key", { options: { responseKey: "d.e" } }, { d: { e: { a: 1 } } }],
    ["all items", { respondWith: "allIncomingItems" }, [{ a: 1 }, { a: 2 }]],
    [
      "all items under a key",
      { respondWith: "allIncomingItems", options: { responseKey: "list" } },
      { list: [{ a: 1 }, { a: 2 }] },
    ],
    [
      "JSON with expressions",
      { respondWith: "json", responseBody: '={"n": {{ $json.a }}, "all": {{ JSON.stringify($json) }} }' },
      { n: 1, all: { a: 1 } },
    ],
    [
      "an object from an expression",
      { respondWith: "json", responseBody: "={{ { ok: true } }}" },
      { ok: true },
    ],
    ["text", { respondWith: "text", responseBody: "=It is {{ $json.a }}" }, "It is 1"],
    ["nothing", { respondWith: "noData" }, null],
    [
      "a redirect",
      { respondWith: "redirect", redirectURL: "=https://example.com/{{ $json.a }}" },
      { redirect: "https://example.com/1" },
    ],
    ["a file", { respondWith: "binary" }, { data: "aGVsbG8=", mimeType: "text/plain", fileName: "h.txt" }],
    [
      "a file by its field",
      { respondWith: "binary", responseDataSource: "set", inputFieldName: "data" },
      { data: "aGVsbG8=", mimeType: "text/plain", fileName: "h.txt" },
    ],
  ])("responds with %s and passes the items on", async (_, parameters, answer) => {
    const { response, outputs, error } = await runNode({
      type: RESPOND_TO_WEBHOOK_NODE,
      version: 1.1,
      items,
      parameters,
    });
    expect(error).toBeUndefined();
    expect(response).toEqual(answer);
    expect(outputs).toEqual([[{ a: 1 }, { a: 2 }]]);
  });

  nodeCases(RESPOND_TO_WEBHOOK_NODE, [
    {
      name: "sends its response to a second output if enabled",
      version: 1.4,
      items: [{ a: 1 }],
      parameters: {
        enableResponseOutput: true,
        options: { responseCode: 201, responseHeaders: { entries: [{ name: "X-Of", value: "us" }] } },
      },
      gives: [[{ a: 1 }], [{ response: { body: { a: 1 }, headers: { "x-of": "us" }, statusCode: 201 } }]],
    },
    { name: "version 1.4 has one output otherwise", version: 1.4, items: [{ a: 1 }], gives: [[{ a: 1 }]] },
    {
      name: "refuses invalid JSON",
      version: 1.1,
      items: [{}],
      parameters: { respondWith: "json", responseBody: '{"a": ' },
      fails: { message: "Invalid JSON in 'Response Body' field", field: "responseBody" },
    },
    {
      name: "fails if the first item has no file",
      version: 1.1,
      items: [{}],
      parameters: { respondWith: "binary" },
      fails: "No binary data exists on the first item!",
    },
    {
      name: "reports that a signed token is not supported",
      version: 1.1,
      items: [{}],
      parameters: { respondWith: "jwt" },
      fails: "it responds with a signed token (JWT), which needs a key of the workflow's author",
    },
  ]);
});

describe("Stop and Error", () => {
  const object = (errorObject: JsonValue) => ({ errorType: "errorObject", errorObject });
  nodeCases(STOP_AND_ERROR_NODE, [
    {
      name: "stops with a message",
      version: 1,
      items: [{ n: 3 }],
      parameters: { errorMessage: "=No {{ $json.n }}" },
      fails: { message: "No 3", field: "errorMessage" },
    },
    {
      name: "stops with the message of an object",
      version: 1,
      items: [{}],
      parameters: object('{"code": 4, "message": "too far"}'),
      fails: "too far",
    },
    {
      name: "stops with an object that has no message",
      version: 1,
      items: [{}],
      parameters: object('{"code": 4}'),
      fails: 'Error: {"code":4}',
    },
    {
      name: "refuses invalid JSON",
      version: 1,
      items: [{}],
      parameters: object("x"),
      fails: { message: `Unexpected token 'x', "x" is not valid JSON`, field: "errorObject" },
    },
    {
      name: "passes its input on if it continues on errors",
      version: 1,
      items: [{ n: 3 }],
      node: { onError: "continueErrorOutput" },
      parameters: { errorMessage: "No" },
      gives: [[{ n: 3 }]],
    },
  ]);
});

describe("Execution Data", () => {
  const save = (...values: object[]) => ({ dataToSave: { values: values.map((value) => ({ ...value })) } });
  nodeCases(EXECUTION_DATA_NODE, [
    {
      name: "passes items on",
      version: 1,
      items: [{ a: 1 }, { a: 2 }],
      parameters: save({ key: "k", value: "v" }),
      gives: [[{ a: 1 }, { a: 2 }]],
    },
    {
      name: "passes items on if there is nothing to store",
      version: 1.1,
      items: [{ a: 1 }],
      gives: [[{ a: 1 }]],
    },
  ]);

  it("writes at most ten values to the trace", async () => {
    const { logs } = await runNode({
      type: EXECUTION_DATA_NODE,
      version: 1,
      items: [{ a: 1 }],
      parameters: save({ key: "k", value: "={{ $json.a }}" }),
    });
    expect(logs).toEqual([{ level: "info", message: "k: 1" }]);
    const many = await runNode({
      type: EXECUTION_DATA_NODE,
      version: 1,
      parameters: save(...Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, value: "v" }))),
    });
    expect(many.logs).toHaveLength(10);
  });
});
