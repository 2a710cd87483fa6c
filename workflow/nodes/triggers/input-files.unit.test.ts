import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import { readWorkflow } from "../../file/index.ts";
import type { JsonObject } from "../../model/item.ts";
import { createWorkflowFile } from "../../testing/node-types.ts";
import { runWorkflowFile } from "../../testing/run-workflow.ts";
import { createInputForm } from "./trigger-inputs.ts";

const T = "n8n-nodes-base.";
const CHAT = "@n8n/n8n-nodes-langchain.chatTrigger";
const TEXT = Buffer.from("sku\nA1").toString("base64");

const extracting = (parameters: JsonObject = {}) => ({
  type: `${T}extractFromFile`,
  parameters: { operation: "text", ...parameters },
});
const listRequestedNames = (file: JsonObject) => {
  const read = readWorkflow(JSON.stringify(file));
  if ("problem" in read) throw new Error(read.problem.message);
  const inputs = createInputForm(read.workflow);
  if ("problem" in inputs) throw new Error(inputs.problem);
  const words = { file: ": a file", files: ": files" } as const;
  return inputs.parameters.map(({ name, type, accept = [] }) =>
    [name + (type === "file" || type === "files" ? words[type] : ""), ...accept].join(" "),
  );
};

describe("The input that a workflow requests", () => {
  test.each<[string, JsonObject, string[]]>([
    [
      "the file that the node after a webhook reads, by its default name",
      createWorkflowFile({ Hook: `${T}webhook`, Read: extracting() }, ["Hook -> Read"]),
      ["data: a file .txt"],
    ],
    [
      "the files of a chat that accepts files",
      createWorkflowFile(
        {
          Chat: { type: CHAT, parameters: { options: { allowFileUploads: true } } },
          Read: extracting({ binaryPropertyName: "data0" }),
        },
        ["Chat -> Read"],
      ),
      ["message", "files: files"],
    ],
    [
      "files and fields that expressions read after a node that passes items on",
      createWorkflowFile(
        {
          Hook: `${T}webhook`,
          If: {
            type: `${T}if`,
            parameters: { value: "={{ $('Hook').item.binary.file0 }} {{ $json.body.note }}" },
          },
          Read: extracting({ binaryPropertyName: "=file0" }),
          Else: extracting({ binaryPropertyName: "file" }),
        },
        ["Hook -> If", "If:0 -> Read", "If:1 -> Else"],
      ),
      ["note", "file0: a file .txt", "file: a file .txt"],
    ],
    [
      "a file that is sent on, with the message of a chat",
      createWorkflowFile(
        {
          Chat: CHAT,
          Send: {
            type: `${T}httpRequest`,
            typeVersion: 4.2,
            parameters: { bodyParameters: { parameters: [{ inputDataFieldName: "data0" }] } },
          },
        },
        ["Chat -> Send"],
      ),
      ["message", "data0: a file"],
    ],
    [
      "no file that an earlier node creates or whose field is known only at run time",
      createWorkflowFile(
        {
          Start: `${T}manualTrigger`,
          Make: { type: `${T}spreadsheetFile`, parameters: { operation: "toFile" } },
          Far: extracting(),
          Named: extracting({ binaryPropertyName: "={{ $json.name }}" }),
        },
        ["Start -> Make, Named", "Make -> Far"],
      ),
      ["name"],
    ],
  ])("contains %s", (_, file, names) => {
    expect(listRequestedNames(file)).toEqual(names);
  });
});

describe("A file of the input", () => {
  const hook = createWorkflowFile(
    {
      Hook: { type: `${T}webhook`, typeVersion: 2, parameters: { httpMethod: "POST" } },
      Read: extracting({ binaryPropertyName: "orders" }),
    },
    ["Hook -> Read"],
  );
  test.each<[string, JsonValue]>([
    ["as its text", "sku\nA1"],
    ["in base64", TEXT],
    ["as a data URL", `data:text/csv;base64,${TEXT}`],
    ["with its name", { fileName: "orders.csv", mimeType: "text/csv", data: TEXT }],
  ])("becomes binary data of the webhook's item, not a field of its body: %s", async (_, orders) => {
    const ran = await runWorkflowFile({ file: hook, input: { orders, note: "quick" } });
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Hook?.[0]?.[0]?.body).toEqual({ note: "quick" });
    expect(ran.nodes.Read?.[0]).toEqual([{ data: "sku\nA1" }]);
  });

  test.each([
    ["is text if its lines are short, even if the lines contain only letters", "sku\nA1\nBB"],
    ["is base64 if its lines are long", `${"QUFB".repeat(19)}\n${"QUFB".repeat(3)}\n`, "A".repeat(66)],
  ])("%s", async (_, orders, expected = orders) => {
    expect((await runWorkflowFile({ file: hook, input: { orders } })).nodes.Read?.[0]).toEqual([
      { data: expected },
    ]);
  });

  test("is accepted in the body of an input that describes a whole request", async () => {
    const ran = await runWorkflowFile({ file: hook, input: { body: { orders: TEXT }, headers: { a: "b" } } });
    expect(ran.nodes.Hook?.[0]?.[0]).toMatchObject({ body: {}, headers: { a: "b" } });
    expect(ran.nodes.Read?.[0]).toEqual([{ data: "sku\nA1" }]);
  });

  test("is accepted with a chat message and by a manual trigger", async () => {
    for (const type of [CHAT, `${T}manualTrigger`]) {
      const file = createWorkflowFile({ Begin: type, Read: extracting() }, ["Begin -> Read"]);
      const ran = await runWorkflowFile({ file, input: { message: "Read this", data: TEXT } });
      expect(ran.error).toBeUndefined();
      expect(ran.nodes.Begin?.[0]?.[0]).not.toHaveProperty("data");
      expect(ran.nodes.Read?.[0]).toEqual([{ data: "sku\nA1" }]);
    }
  });

  test("is reported as missing by the node that reads it", async () => {
    const ran = await runWorkflowFile({ file: hook, input: { note: "quick" } });
    expect(ran.error).toMatchObject({ node: "Read", message: expect.stringContaining("'orders'") });
  });
});
