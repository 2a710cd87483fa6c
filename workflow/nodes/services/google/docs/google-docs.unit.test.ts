import { expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService, type ServiceReply } from "../../scripted-service.fixture.ts";
import { googleDocs } from "./google-docs.ts";

async function runDocs(version: number, parameters: JsonObject, replies: readonly ServiceReply[]) {
  const { gateway, requests } = createScriptedService(replies);
  const result = await runNode({
    type: googleDocs,
    version,
    parameters,
    items: [{ n: "Tea" }],
    services: { gateway },
  });
  return { ...result, requests };
}

const paragraph = (...texts: string[]) => ({
  paragraph: { elements: texts.map((content) => ({ textRun: { content } })) },
});
const DOCUMENT = {
  documentId: "d1",
  title: "Plan",
  body: {
    content: [{ sectionBreak: {} }, paragraph("Tea ", "at four\n"), { table: {} }, paragraph("Bring milk\n")],
  },
};

test.each([1, 2])("creates a document in the chosen folder with version %d of the node", async (version) => {
  const document = {
    kind: "drive#file",
    id: "d1",
    name: "Tea",
    mimeType: "application/vnd.google-apps.document",
  };
  const { outputs, requests } = await runDocs(version, { title: "={{ $json.n }}", folderId: "f1" }, [
    { body: document },
  ]);
  expect(outputs).toEqual([[document]]);
  expect(requests[0]).toMatchObject({
    service: "google",
    method: "POST",
    path: "/drive/v3/files",
    body: { name: "Tea", mimeType: "application/vnd.google-apps.document", parents: ["f1"] },
  });
});

test.each<[folder: JsonObject, parents: string[] | undefined]>([
  [{ folderId: "default", driveId: "myDrive" }, undefined],
  [{ folderId: "default", driveId: "s1" }, ["s1"]],
  [{}, undefined],
])("creates a document with the location %j in the folders %j", async (folder, parents) => {
  const { requests } = await runDocs(2, { title: "Tea", ...folder }, [{ body: {} }]);
  expect(requests.map(({ body }) => (body as { parents?: string[] }).parents)).toEqual([parents]);
});

test.each<[parameters: JsonObject, output: unknown]>([
  [{ documentURL: "d1" }, { documentId: "d1", content: "Tea at four\nBring milk\n" }],
  [{ documentURL: "https://docs.google.com/document/d/d1/edit", simple: false }, DOCUMENT],
])("reads a document with %j", async (parameters, output) => {
  const { outputs, requests } = await runDocs(2, { operation: "get", ...parameters }, [{ body: DOCUMENT }]);
  expect(outputs).toEqual([[output]]);
  expect(requests[0]).toMatchObject({ method: "GET", path: "/v1/documents/d1" });
});

test.each<[action: JsonObject, request: JsonObject]>([
  [{ action: "insert", text: "={{ $json.n }}" }, { insertText: { text: "Tea", endOfSegmentLocation: {} } }],
  [
    {
      action: "insert",
      text: "Tea",
      locationChoice: "location",
      index: 3,
      insertSegment: "header",
      segmentId: "h1",
    },
    { insertText: { text: "Tea", location: { segmentId: "h1", index: 3 } } },
  ],
  [
    { object: "text", action: "replaceAll", text: "a", replaceText: "b", matchCase: true },
    { replaceAllText: { replaceText: "b", containsText: { text: "a", matchCase: true } } },
  ],
  [{ object: "pageBreak", action: "insert" }, { insertPageBreak: { endOfSegmentLocation: {} } }],
  [
    { object: "table", action: "insert", rows: 2, columns: 3 },
    { insertTable: { endOfSegmentLocation: {}, rows: 2, columns: 3 } },
  ],
  [
    { object: "tableRow", action: "delete", index: 2, rowIndex: 1, columnIndex: 0 },
    {
      deleteTableRow: {
        tableCellLocation: { tableStartLocation: { index: 2 }, rowIndex: 1, columnIndex: 0 },
      },
    },
  ],
  [
    { object: "paragraphBullets", action: "create", startIndex: 1, endIndex: 4 },
    {
      createParagraphBullets: {
        bulletPreset: "BULLET_DISC_CIRCLE_SQUARE",
        range: { startIndex: 1, endIndex: 4 },
      },
    },
  ],
  [
    { object: "namedRange", action: "delete", namedRangeReference: "name", value: "r" },
    { deleteNamedRange: { name: "r" } },
  ],
  [{ object: "header", action: "create" }, { createHeader: { type: "DEFAULT" } }],
])("sends the action %j as the request %j", async (action, request) => {
  const parameters = { operation: "update", documentURL: "d1", actionsUi: { actionFields: [action] } };
  const { outputs, requests } = await runDocs(2, parameters, [{ body: { replies: [{}], documentId: "d1" } }]);
  expect(outputs).toEqual([[{ documentId: "d1" }]]);
  expect(requests[0]).toMatchObject({
    method: "POST",
    path: "/v1/documents/d1:batchUpdate",
    body: { requests: [request] },
  });
});

test.each<[simple: boolean, output: unknown]>([
  [true, { occurrencesChanged: 2, documentId: "d1" }],
  [
    false,
    {
      replies: [{ replaceAllText: { occurrencesChanged: 2 } }],
      writeControl: { requiredRevisionId: "r1" },
      documentId: "d1",
    },
  ],
])("returns the result of an update (simple: %s)", async (simple, output) => {
  const answer = {
    replies: [{ replaceAllText: { occurrencesChanged: 2 } }],
    writeControl: { requiredRevisionId: "r1" },
    documentId: "d1",
  };
  const updateFields = { writeControlObject: { control: "requiredRevisionId", value: "r0" } };
  const parameters = {
    operation: "update",
    documentURL: "d1",
    simple,
    updateFields,
    actionsUi: { actionFields: [{ action: "insert", text: "a" }] },
  };
  const { outputs, requests } = await runDocs(1, parameters, [{ body: answer }]);
  expect(outputs).toEqual([[output]]);
  expect(requests[0]?.body).toMatchObject({ writeControl: { requiredRevisionId: "r0" } });
});

test("names the field of an unknown action", async () => {
  const parameters = {
    operation: "update",
    documentURL: "d1",
    actionsUi: { actionFields: [{ object: "text", action: "sing" }] },
  };
  expect((await runDocs(2, parameters, [])).error).toMatchObject({
    message: expect.stringMatching(/^Unknown action\. Use one of these objects and actions: .*text\.insert/),
    field: "actionsUi.actionFields[0]",
  });
});
