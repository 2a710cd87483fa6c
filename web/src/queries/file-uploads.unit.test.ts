import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { uploadFile } from "./file-uploads.ts";

const ID = `file_${"0".repeat(32)}`;
const PART = 4;
const CONTENT = "0123456789";

/** A server that stores one upload, and fails as the tests want. */
class Uploads {
  received = "";
  readonly requests: string[] = [];
  /** The outcomes of the next parts; undefined for success. */
  readonly failures: Array<"network" | 403 | undefined> = [];

  answer(): Response {
    const file = {
      id: ID,
      name: "notes.txt",
      type: "text/plain",
      size: CONTENT.length,
      url: "/x",
      preview_url: null,
      origin: "upload",
      run_id: null,
      agent_id: null,
      agent_name: null,
      created_at: "2026-11-28T09:00:00.000Z",
      expires_at: "2026-12-28T09:00:00.000Z",
    };
    const isDone = this.received.length === CONTENT.length;
    return Response.json({
      id: ID,
      offset: this.received.length,
      size: CONTENT.length,
      part_bytes: PART,
      expires_at: "2026-11-29T09:00:00.000Z",
      file: isDone ? file : null,
    });
  }

  async take(path: string, part: Blob): Promise<Response> {
    const failure = this.failures.shift();
    if (failure === "network") throw new TypeError("no network");
    if (failure !== undefined) return new Response("{}", { status: failure });
    if (!path.endsWith(`offset=${this.received.length}`)) return new Response("{}", { status: 409 });
    this.received += await part.text();
    return this.answer();
  }
}

let uploads: Uploads;

/** Sends a request to the server above. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = () => undefined;
  onerror = () => undefined;
  status = 0;
  statusText = "";
  responseText = "";
  #path = "";

  open(method: string, path: string): void {
    this.#path = path;
    uploads.requests.push(`${method} ${path.replace(/^.*uploads/, "")}`);
  }
  setRequestHeader(): void {}
  abort(): void {}
  async send(part: Blob): Promise<void> {
    try {
      const response = await uploads.take(this.#path, part);
      this.upload.onprogress?.({ loaded: part.size });
      this.status = response.status;
      this.responseText = await response.text();
      this.onload();
    } catch {
      this.onerror();
    }
  }
}

beforeEach(() => {
  uploads = new Uploads();
  vi.stubGlobal("localStorage", { getItem: () => "token" });
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    uploads.requests.push(`${init.method} ${path.replace(/^.*uploads/, "")}`);
    return uploads.answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

const file = new File([CONTENT], "notes.txt");
const start = (more: Partial<Parameters<typeof uploadFile>[1]> = {}) => {
  const progress: number[] = [];
  const stored = uploadFile(file, {
    signal: new AbortController().signal,
    onProgress: (bytes) => progress.push(bytes),
    wait: async () => undefined,
    ...more,
  });
  return { stored, progress };
};

it("sends a file in parts and reports the bytes that have arrived", async () => {
  const { stored, progress } = start();
  expect((await stored).id).toBe(ID);
  expect(uploads.received).toBe(CONTENT);
  expect(uploads.requests).toEqual([
    "POST ",
    `PUT /${ID}?offset=0`,
    `PUT /${ID}?offset=4`,
    `PUT /${ID}?offset=8`,
  ]);
  expect(progress.at(-1)).toBe(CONTENT.length);
});

it("asks for the offset after a lost connection, and continues there", async () => {
  uploads.failures.push(undefined, "network");
  await start().stored;
  expect(uploads.received).toBe(CONTENT);
  expect(uploads.requests.slice(2, 5)).toEqual([`PUT /${ID}?offset=4`, `GET /${ID}`, `PUT /${ID}?offset=4`]);
});

it("continues an upload that was interrupted earlier", async () => {
  uploads.received = CONTENT.slice(0, 8);
  await start({ resumeId: ID }).stored;
  expect(uploads.requests).toEqual([`GET /${ID}`, `PUT /${ID}?offset=8`]);
});

it("stops at once if the server refuses a part", async () => {
  uploads.failures.push(403);
  await expect(start().stored).rejects.toThrow("HTTP 403");
  expect(uploads.requests).toHaveLength(2);
});

it("gives up after some attempts without a connection", async () => {
  uploads.failures.push(...Array.from({ length: 9 }, () => "network" as const));
  await expect(start().stored).rejects.toThrow("Network error");
});
