import { describe, expect, it } from "vitest";
import { ConflictError, ConnectionError } from "../../sdks/js/src/index.ts";
import { useStage } from "./javascript-client.fixture.ts";
import { breakConnection, createProblem, type Reply } from "./scripted-server.ts";

const stage = useStage();
const FILE = { id: "file_1", name: "a.txt" };
const LARGE = "x".repeat(5 * 1024 * 1024);
const PART = 3 * 1024 * 1024;

const progress = (offset: number, file: object | null = null): Reply => ({
  status: 200,
  json: { id: "file_1", offset, size: LARGE.length, part_bytes: PART, file },
});

describe("a file", () => {
  it("is uploaded in one request if it is small, and not again after a broken connection", async () => {
    const { server, files } = stage();
    server.play({ status: 201, json: FILE });
    expect(await files.upload({ name: "a.txt", content: "text" })).toEqual(FILE);
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/api/v1/files" });
    expect(server.requests[0]?.body).toContain('filename="a.txt"');
    server.play(breakConnection);
    await expect(files.upload(new File(["text"], "b.txt"))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(1);
  });

  it("is uploaded in parts if it is large", async () => {
    const { server, files } = stage();
    server.play(progress(0), progress(PART), progress(LARGE.length, FILE));
    expect(await files.upload({ name: "a.txt", content: LARGE })).toEqual(FILE);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/files/uploads",
      "PUT /api/v1/files/uploads/file_1?offset=0",
      `PUT /api/v1/files/uploads/file_1?offset=${PART}`,
    ]);
    expect(server.requests[2]?.body.length).toBe(LARGE.length - PART);
  });

  it("continues after a part whose response was lost", async () => {
    const { server, files } = stage();
    server.play(
      progress(0),
      breakConnection,
      createProblem(409, "conflict"),
      progress(PART),
      progress(LARGE.length, FILE),
    );
    expect(await files.upload({ name: "a.txt", content: LARGE })).toEqual(FILE);
  });

  it("ends an upload that cannot continue", async () => {
    const { server, files } = stage();
    server.play(progress(0), createProblem(409, "conflict"), progress(0));
    await expect(files.upload({ name: "a.txt", content: LARGE })).rejects.toBeInstanceOf(ConflictError);
  });

  it("is listed, read, downloaded and deleted", async () => {
    const { server, files } = stage();
    server.play(
      { status: 200, json: { files: [{ id: "file_2" }], next_cursor: "file_2" } },
      { status: 200, json: { files: [FILE], next_cursor: null } },
      { status: 200, json: FILE },
      { status: 200, json: { a: 1 } },
      { status: 200, json: { success: true } },
    );
    const listed = [];
    for await (const { id } of files.list({ run_id: "run_1" })) listed.push(id);
    expect(listed).toEqual(["file_2", "file_1"]);
    expect(await files.get("file_1")).toEqual(FILE);
    expect(await (await files.download("file_1")).text()).toBe('{"a":1}');
    await files.delete("file_1");
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/files?run_id=run_1",
      "GET /api/v1/files?run_id=run_1&cursor=file_2",
      "GET /api/v1/files/file_1",
      "GET /api/v1/files/file_1/content",
      "DELETE /api/v1/files/file_1",
    ]);
  });
});
