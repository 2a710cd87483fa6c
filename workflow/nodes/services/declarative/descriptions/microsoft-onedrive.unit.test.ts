import { expect, it } from "vitest";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { testDescribedService } from "../described-service.fixture.ts";
import { MICROSOFT_ONEDRIVE } from "./microsoft-onedrive.ts";

it("downloads a file from the URL that OneDrive returns", async () => {
  const { gateway } = createScriptedService([
    { body: { name: "a.txt", "@microsoft.graph.downloadUrl": "https://files.example.com/a?t=1" } },
  ]);
  const urls: string[] = [];
  const { items } = await runNode({
    type: MICROSOFT_ONEDRIVE,
    version: 1,
    parameters: { operation: "download", fileId: "f1" },
    items: [{ id: 1 }],
    services: {
      gateway,
      http: {
        send: ({ url }) => {
          urls.push(url);
          return Promise.resolve({ status: 200, statusText: "OK", headers: {}, body: Buffer.from("ab") });
        },
      },
    },
  });
  expect(urls).toEqual(["https://files.example.com/a?t=1"]);
  expect(items[0]?.[0]).toMatchObject({ json: { id: 1 }, binary: { data: { fileName: "a.txt" } } });
});

it("refuses files that are too large for a connector", async () => {
  const { gateway, requests } = createScriptedService([]);
  const { error } = await runNode({
    type: MICROSOFT_ONEDRIVE,
    version: 1,
    parameters: { parentId: "root", binaryData: true },
    items: [
      {
        json: {},
        binary: { data: { bytes: new Uint8Array(10_000_000), mimeType: "text/plain", fileName: "a" } },
      },
    ],
    services: { gateway },
  });
  expect(error?.message).toContain("The upload limit is 9 MiB");
  expect(requests).toEqual([]);
});

testDescribedService("Microsoft OneDrive", MICROSOFT_ONEDRIVE, "microsoft", {
  cases: [
    {
      name: "uploads a text",
      version: 1,
      parameters: { parentId: "p1", fileName: "notes 1.txt", fileContent: "Hi" },
      replies: [{ status: 201, body: { id: "f1" } }],
      asks: [["PUT /v1.0/me/drive/items/p1:/notes%201.txt:/content", "Hi"]],
      gives: [{ id: "f1" }],
    },
    {
      name: "finds all files of a search, page by page",
      version: 1.1,
      parameters: { operation: "search", query: "ada's tea" },
      replies: [
        { body: { value: [{ id: "1" }], "@odata.nextLink": "https://graph.microsoft.com/x?$skiptoken=s" } },
        { body: { value: [{ id: "2" }] } },
      ],
      asks: [
        ["GET /v1.0/me/drive/root/search(q='ada''s%20tea')"],
        ["GET /v1.0/me/drive/root/search(q='ada''s%20tea')", { $skiptoken: "s" }],
      ],
      gives: [{ id: "1" }, { id: "2" }],
    },
    {
      name: "creates a folder within another",
      version: 1,
      parameters: { resource: "folder", name: "Tea", options: { parentFolderId: "p1" } },
      replies: [{ status: 201, body: { id: "d1" } }],
      asks: [["POST /v1.0/me/drive/items/p1/children", { name: "Tea", folder: {} }]],
      gives: [{ id: "d1" }],
    },
    {
      name: "shares a file",
      version: 1,
      parameters: { operation: "share", fileId: "f1", type: "view", scope: "anonymous" },
      replies: [{ body: { id: "s1" } }],
      asks: [["POST /v1.0/me/drive/items/f1/createLink", { type: "view", scope: "anonymous" }]],
      gives: [{ id: "s1" }],
    },
    {
      name: "copies a file with another name",
      version: 1,
      parameters: {
        operation: "copy",
        fileId: "f1",
        parentReference: { id: "p2" },
        additionalFields: { name: "b.txt" },
      },
      replies: [{ status: 202 }],
      asks: [["POST /v1.0/me/drive/items/f1/copy", { parentReference: { id: "p2" }, name: "b.txt" }]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", fileId: "f404" },
    reply: { status: 404, body: { error: { code: "itemNotFound", message: "Item does not exist" } } },
    reason: "Item does not exist",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "site", operation: "get" },
    reason: "the operation 'get' of the resource 'site' is not supported",
  },
});
