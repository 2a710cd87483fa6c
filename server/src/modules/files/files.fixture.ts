import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FILE_LIMITS, FileUpload, StoredFile } from "@stoa/contract";
import { sql } from "kysely";
import { afterAll, expect } from "vitest";
import { type Answer, parseAnswer } from "../../../../tests/harness/client.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../tests/harness/server.ts";
import { PREVIEWS } from "../../commands/paths.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { Signer } from "../../platform/crypto/signer.ts";
import { createFiles } from "./index.ts";

/** The first bytes of a PNG image of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export const PART = FILE_LIMITS.partBytes;

/** Returns bytes that no compression could shorten and that are no text. */
export const createBytes = (length: number): Buffer<ArrayBuffer> => {
  const bytes = randomBytes(length);
  bytes[0] = 0;
  return bytes;
};

/** Starts a server for tests of files, with a folder that the tests can look into. */
export function useFiles() {
  const home = mkdtempSync(join(tmpdir(), "stoa-files-"));
  afterAll(() => rm(home, { recursive: true }));
  const server = useTestServer({ env: { STOA_HOME: home } });
  const folder = join(home, "files");

  /** Creates the module once more, like another node with the same database and folder. */
  const openModule = (options: Partial<Parameters<typeof createFiles>[0]> = {}) =>
    createFiles({
      db: server().db,
      contentVault: SERVER_CONTENT_VAULT,
      signer: new Signer(createFixedKeys(masterKey(Buffer.alloc(32, "test")))),
      getPlan: async () => "free",
      publicUrl: server().url,
      contentDays: 90,
      storage: { folder, s3: undefined },
      previews: PREVIEWS,
      log: { warn: () => {} },
      ...options,
    });

  /** Registers a person. @returns the token, and the IDs that other modules use */
  async function register() {
    const { username, token } = await server().client.register();
    const { rows } = await sql<{ accountId: string; userId: string }>`
      SELECT m.account_id AS "accountId", u.id AS "userId" FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE u.username = ${username}`.execute(server().db);
    const [ids] = rows;
    if (!ids) throw new Error("the person has no account");
    return { token, ...ids };
  }

  /** Lists every file in the folder, complete or not. */
  async function listContents(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async function send(token: string, name: string, content: Buffer | string): Promise<Answer> {
    const form = new FormData();
    form.set("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
    return server().client.call("POST", "/api/v1/files", { token, form });
  }

  async function upload(token: string, name: string, content: Buffer | string): Promise<StoredFile> {
    const answer = await send(token, name, content);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return parseAnswer(StoredFile, answer);
  }

  async function start(token: string, name: string, size: number): Promise<FileUpload> {
    const answer = await server().client.post("/api/v1/files/uploads", { name, size }, { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return parseAnswer(FileUpload, answer);
  }

  async function sendPart(token: string, id: string, offset: number, bytes: Buffer): Promise<Answer> {
    const url = `${server().url}/api/v1/files/uploads/${id}?offset=${offset}`;
    const response = await fetch(url, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: new Uint8Array(bytes),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  }

  /** Follows a link, which names the public URL, on this server. */
  async function download(link: string, headers: Record<string, string> = {}) {
    const { pathname, search } = new URL(link);
    const response = await fetch(server().url + pathname + search, { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** Returns the bytes of the account's files as the quota counts them, and as their sum. */
  async function readUsage(token: string) {
    const answer = await server().client.get("/api/v1/files", { token });
    const { used_bytes } = Object(answer.body);
    const { rows } = await sql<{ bytes: bigint; sum: bigint }>`
      SELECT u.bytes, coalesce((SELECT sum(f.bytes) FROM files f WHERE f.account_id = u.account_id), 0)::bigint AS sum
      FROM file_usage u`.execute(server().db);
    for (const { bytes, sum } of rows) expect(bytes).toBe(sum);
    return Number(used_bytes);
  }

  return () => ({
    ...server(),
    folder,
    openModule,
    register,
    listContents,
    send,
    upload,
    start,
    sendPart,
    download,
    readUsage,
  });
}
