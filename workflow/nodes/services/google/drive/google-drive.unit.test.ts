import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { type ItemInput, runNode } from "../../../../testing/run-node.ts";
import {
  createScriptedService,
  type ScriptedService,
  type ServiceReply,
} from "../../scripted-service.fixture.ts";
import { googleDrive } from "./google-drive.ts";

const id = (value: string) => ({ __rl: true, mode: "id", value });
const FILE = { kind: "drive#file", id: "f1", name: "a.txt", mimeType: "text/plain" };

async function runDrive(
  version: number,
  parameters: JsonObject,
  replies: readonly ServiceReply[],
  items: readonly ItemInput[] = [{ a: 1 }],
) {
  const service: ScriptedService = createScriptedService(replies);
  const result = await runNode({
    type: googleDrive,
    version,
    parameters,
    items,
    services: { gateway: service.gateway },
  });
  return { ...result, requests: service.requests };
}

const ADMITS_SHARED = { supportsAllDrives: "true" };

describe("A Google Drive node", () => {
  test.each<
    [
      title: string,
      version: number,
      parameters: JsonObject,
      replies: ServiceReply[],
      call: JsonObject,
      output: JsonObject[],
    ]
  >([
    [
      "a share",
      3,
      {
        operation: "share",
        fileId: id("={{ 'f' + 1 }}"),
        permissionsUi: { permissionsValues: { role: "reader", type: "user", emailAddress: "ann@x.test" } },
        options: { sendNotificationEmail: false },
      },
      [{ body: { kind: "drive#permission", id: "p1", type: "user", role: "reader" } }],
      {
        method: "POST",
        path: "/drive/v3/files/f1/permissions",
        query: { ...ADMITS_SHARED, sendNotificationEmail: "false" },
        body: { role: "reader", type: "user", emailAddress: "ann@x.test" },
      },
      [{ kind: "drive#permission", id: "p1", type: "user", role: "reader" }],
    ],
    [
      "a shared folder",
      3,
      {
        resource: "folder",
        operation: "share",
        folderNoRootId: id("d1"),
        permissionsUi: { permissionsValues: { role: "reader", type: "anyone" } },
      },
      [{ body: { id: "anyoneWithLink" } }],
      { method: "POST", path: "/drive/v3/files/d1/permissions" },
      [{ id: "anyoneWithLink" }],
    ],
    [
      "a new folder",
      3,
      { resource: "folder", name: "Bills", driveId: id("My Drive"), folderId: id("root"), options: {} },
      [{ body: { ...FILE, mimeType: "application/vnd.google-apps.folder" } }],
      {
        method: "POST",
        path: "/drive/v3/files",
        query: ADMITS_SHARED,
        body: { name: "Bills", mimeType: "application/vnd.google-apps.folder", parents: ["root"] },
      },
      [{ ...FILE, mimeType: "application/vnd.google-apps.folder" }],
    ],
    [
      "a search by name",
      3,
      { resource: "fileFolder", queryString: "Ann's", options: { fields: ["webViewLink", "exportLinks"] } },
      [{ body: { files: [{ webViewLink: "https://x.test" }, { webViewLink: "https://y.test" }] } }],
      {
        method: "GET",
        path: "/drive/v3/files",
        query: {
          q: "name contains 'Ann\\'s' and trashed = false",
          fields: "nextPageToken, files(webViewLink, exportLinks)",
          pageSize: "50",
          includeItemsFromAllDrives: "true",
          supportsAllDrives: "true",
          spaces: "appDataFolder, drive",
          corpora: "allDrives",
        },
      },
      [{ webViewLink: "https://x.test" }, { webViewLink: "https://y.test" }],
    ],
    [
      "a search by a query, in folders of a shared drive",
      3,
      {
        resource: "fileFolder",
        searchMethod: "query",
        queryString: "starred = true",
        limit: 1,
        filter: { driveId: id("s1"), folderId: id("d1"), whatToSearch: "folders", includeTrashed: true },
      },
      [
        {
          body: {
            files: [
              { id: "f1", name: "a" },
              { id: "f2", name: "b" },
            ],
            nextPageToken: "more",
          },
        },
      ],
      {
        method: "GET",
        query: expect.objectContaining({
          q: "starred = true and 'd1' in parents and mimeType = 'application/vnd.google-apps.folder'",
          fields: "nextPageToken, files(id, name)",
          corpora: "drive",
          driveId: "s1",
        }) as never,
      },
      [{ id: "f1", name: "a" }],
    ],
    [
      "a file in the trash",
      3,
      { operation: "deleteFile", fileId: id("f1") },
      [{ body: FILE }],
      { method: "PATCH", path: "/drive/v3/files/f1", body: { trashed: true } },
      [{ id: "f1", success: true }],
    ],
    [
      "a permanently deleted folder",
      3,
      {
        resource: "folder",
        operation: "deleteFolder",
        folderNoRootId: id("d1"),
        options: { deletePermanently: true },
      },
      [{ status: 204 }],
      { method: "DELETE", path: "/drive/v3/files/d1" },
      [{ fileId: "d1", success: true }],
    ],
    [
      "a new name",
      3,
      {
        operation: "update",
        fileId: { __rl: true, mode: "url", value: "https://drive.google.com/file/d/f1/view?usp=sharing" },
        newUpdatedFileName: "b.txt",
      },
      [{ body: { id: "f1", name: "b.txt" } }],
      {
        method: "PATCH",
        path: "/drive/v3/files/f1",
        query: { ...ADMITS_SHARED, fields: "id, name" },
        body: { name: "b.txt" },
      },
      [{ id: "f1", name: "b.txt" }],
    ],
    [
      "a shared drive",
      3,
      { resource: "drive", operation: "get", driveId: id("s1") },
      [{ body: { id: "s1", name: "Team" } }],
      { method: "GET", path: "/drive/v3/drives/s1" },
      [{ id: "s1", name: "Team" }],
    ],
    [
      "shared drives",
      3,
      { resource: "drive", operation: "list", limit: 10 },
      [{ body: { drives: [{ id: "s1" }] } }],
      { method: "GET", path: "/drive/v3/drives", query: { pageSize: "10" } },
      [{ id: "s1" }],
    ],
    [
      "a deleted file, before version 3",
      2,
      { operation: "delete", fileId: "f1" },
      [{ status: 204 }],
      { method: "DELETE", path: "/drive/v3/files/f1" },
      [{ fileId: "f1", success: true }],
    ],
    [
      "files, before version 3",
      1,
      { operation: "list", queryFilters: { name: [{ operation: "is", value: "a" }] }, limit: 2 },
      [{ body: { files: [{ id: "f1", name: "a" }] } }],
      { method: "GET", query: expect.objectContaining({ q: "(name = 'a')", pageSize: "2" }) as never },
      [{ id: "f1", name: "a" }],
    ],
  ])(
    "sends the request and returns the result for %s (version %d)",
    async (_, version, parameters, replies, call, output) => {
      const { outputs, requests, error } = await runDrive(version, parameters, replies);
      expect(error).toBeUndefined();
      expect(outputs).toEqual([output]);
      expect(requests).toHaveLength(1);
      expect(requests[0]).toMatchObject({ service: "google", ...call });
    },
  );

  test("removes a file from its previous folders when it is moved", async () => {
    const parameters = { operation: "move", fileId: id("f1"), driveId: id("My Drive"), folderId: id("d2") };
    const { outputs, requests } = await runDrive(3, parameters, [
      { body: { parents: ["d0", "d1"] } },
      { body: FILE },
    ]);
    expect(outputs).toEqual([[FILE]]);
    expect(requests[1]).toMatchObject({
      method: "PATCH",
      query: { addParents: "d2", removeParents: "d0,d1" },
    });
  });

  test("stores a copy in the folder of the original", async () => {
    const { requests } = await runDrive(3, { operation: "copy", fileId: id("f1"), name: "b" }, [
      { body: { name: "a", parents: ["d1"] } },
      { body: FILE },
    ]);
    expect(requests[1]).toMatchObject({
      method: "POST",
      path: "/drive/v3/files/f1/copy",
      body: { name: "b", parents: ["d1"] },
    });
  });
});

/** Returns the metadata and the content of a multipart upload. */
function parts(body: unknown): [metadata: unknown, type: string, content: string] {
  const [, first = "", second = ""] = String(body).split(/--[\w-]{36}(?:--)?(?:\r\n|$)/);
  const [head = "", content = ""] = second.split("\r\n\r\n");
  return [JSON.parse(first.split("\r\n\r\n")[1] ?? ""), head, content.trim()];
}

const CSV = {
  json: { a: 1 },
  binary: { data: { bytes: Buffer.from("a,b"), mimeType: "text/csv", fileName: "list.csv" } },
};

describe("An upload", () => {
  test("returns the file with all of its metadata", async () => {
    const known = { ...FILE, webViewLink: "https://x.test" };
    const parameters = {
      name: "={{ $binary.data.fileName }}",
      driveId: id("My Drive"),
      folderId: id("d1"),
      options: {},
    };
    const { outputs, requests } = await runDrive(3, parameters, [{ body: known }], [CSV]);
    expect(outputs).toEqual([[known]]);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/upload/drive/v3/files",
      query: { uploadType: "multipart", fields: "*" },
    });
    expect(parts(requests[0]?.body)).toEqual([
      { name: "list.csv", originalFilename: "list.csv", mimeType: "text/csv", parents: ["d1"] },
      "Content-Type: text/csv",
      "a,b",
    ]);
  });

  test("can create a file from text", async () => {
    const { outputs, requests } = await runDrive(
      3,
      { operation: "createFromText", content: "={{ $json.a }}", name: "n.txt", folderId: id("d1") },
      [{ body: FILE }],
    );
    expect(outputs).toEqual([[FILE]]);
    expect(parts(requests[0]?.body)).toEqual([
      { name: "n.txt", mimeType: "text/plain", parents: ["d1"] },
      "Content-Type: text/plain",
      "1",
    ]);
  });

  test("is stored in the parent folders that version 2 names", async () => {
    const { outputs, requests } = await runDrive(
      2,
      { binaryData: true, name: "b.csv", parents: ["={{ 'd' + 1 }}"], options: {} },
      [{ body: FILE }],
      [CSV],
    );
    expect(outputs).toEqual([[FILE]]);
    expect(parts(requests[0]?.body)[0]).toEqual({
      name: "b.csv",
      originalFilename: "list.csv",
      mimeType: "text/csv",
      parents: ["d1"],
    });
  });

  test("is refused if the file is too large for a connector", async () => {
    const item = {
      json: {},
      binary: { data: { bytes: Buffer.alloc(10 * 1024 * 1024), mimeType: "text/csv" } },
    };
    expect((await runDrive(3, { folderId: id("d1") }, [], [item])).error?.message).toBe(
      "This file is 10 MiB. The upload limit is 9 MiB. Use a smaller file",
    );
  });
});

describe("A download", () => {
  test("keeps the item's fields", async () => {
    const { items, requests } = await runDrive(3, { operation: "download", fileId: id("f1") }, [
      { body: { name: "a.pdf", mimeType: "application/pdf" } },
      { body: "%PDF" },
    ]);
    expect(items[0]).toEqual([
      {
        json: { a: 1 },
        binary: {
          data: {
            bytes: Buffer.from("%PDF"),
            mimeType: "application/pdf",
            fileName: "a.pdf",
            fileExtension: "pdf",
          },
        },
        pairedItem: { item: 0 },
      },
    ]);
    expect(requests[1]?.query).toEqual({ alt: "media", ...ADMITS_SHARED });
  });

  test.each<[options: JsonObject, type: string, wanted: string, field: string]>([
    [
      {
        googleFileConversion: { conversion: { docsToFormat: "application/pdf" } },
        binaryPropertyName: "data.pdf",
      },
      "document",
      "application/pdf",
      "data.pdf",
    ],
    [{}, "document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "data"],
    [{}, "spreadsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "data"],
    [{}, "drawing", "image/jpeg", "data"],
  ])("with %j converts a %s to %s", async (options, type, wanted, field) => {
    const known = { name: "Plan", mimeType: `application/vnd.google-apps.${type}` };
    const { items, requests } = await runDrive(3, { operation: "download", fileId: id("f1"), options }, [
      { body: known },
      { body: "bytes" },
    ]);
    expect(requests[1]).toMatchObject({ path: "/drive/v3/files/f1/export", query: { mimeType: wanted } });
    expect(items[0]?.[0]?.binary?.[field]).toMatchObject({ mimeType: wanted, fileName: "Plan" });
  });

  test("reports a missing file with n8n's message", async () => {
    const { error } = await runDrive(3, { operation: "download", fileId: id("f1") }, [
      { status: 404, body: { error: { message: "File not found: f1." } } },
    ]);
    expect(error?.message).toBe("The resource you are requesting could not be found: File not found: f1.");
  });

  test("names the field if no file is set", async () => {
    const { error } = await runDrive(
      3,
      { operation: "download", fileId: { __rl: true, mode: "list", value: "" } },
      [],
    );
    expect(error).toMatchObject({
      message: "The file is not set. Choose one or enter its ID",
      field: "fileId",
    });
  });
});
