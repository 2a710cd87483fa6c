import { describe, expect, it } from "vitest";
import { ConflictError, ConnectionError } from "../../sdks/js/src/index.ts";
import { useStage } from "./javascript-client.fixture.ts";
import { breakConnection, createProblem, type Reply } from "./scripted-server.ts";

const stage = useStage();
const ID = "conv_1";
const DONE: Reply = { status: 200, json: { success: true, data: { run_id: "run_1" } } };
const OK: Reply = { status: 200, json: { success: true } };
const CONVERSATION: Reply = { status: 200, json: { id: ID } };

describe("a run", () => {
  it("continues a conversation after its current turn", async () => {
    const { server, agents } = stage();
    server.play(DONE);
    await agents.execute(1, { message: "Hello" }, { conversation_id: ID });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      input_data: { message: "Hello" },
      conversation_id: ID,
    });
  });

  it.each([[2], [null]])("follows the turn %s if parent_turn says so", async (parent_turn) => {
    const { server, runs } = stage();
    server.play({ status: 202, json: { run_id: "run_1" } });
    await runs.start(1, {}, { conversation_id: ID, parent_turn });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      input_data: {},
      conversation_id: ID,
      parent_turn,
    });
  });

  it("throws a ConflictError without another attempt while the turn before it is running", async () => {
    const { server, agents, pauses } = stage();
    server.play(createProblem(409, "conflict"));
    await expect(agents.execute(1, {}, { conversation_id: ID })).rejects.toBeInstanceOf(ConflictError);
    expect(pauses).toEqual([]);
  });
});

describe("a conversation", () => {
  it("is created with its title and its maximum cost", async () => {
    const { server, conversations } = stage();
    server.play({ status: 201, json: { id: ID } });
    expect((await conversations.create(4, { title: "Refund", max_cost: 1 })).id).toBe(ID);
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/api/v1/conversations" });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ agent_id: 4, title: "Refund", max_cost: 1 });
  });

  it("is not created or branched again after a broken connection, because there would be two", async () => {
    const { server, conversations } = stage();
    server.play(breakConnection);
    await expect(conversations.create(4)).rejects.toBeInstanceOf(ConnectionError);
    await expect(conversations.branch(ID, 1)).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, string, (id: string) => Promise<unknown>, unknown]>([
    ["GET", "", (id) => stage().conversations.get(id), undefined],
    ["PUT", "", (id) => stage().conversations.update(id, { max_cost: null }), { max_cost: null }],
    ["POST", "/branch", (id) => stage().conversations.branch(id, 3), { turn: 3 }],
    ["POST", "/share", (id) => stage().conversations.share(id), undefined],
  ])("returns the response of %s %s", async (method, path, call, body) => {
    const { server } = stage();
    server.play(CONVERSATION);
    expect(await call(ID)).toEqual({ id: ID });
    const [request] = server.requests;
    expect(request).toMatchObject({ method, path: `/api/v1/conversations/${ID}${path}` });
    expect(request?.body).toBe(body === undefined ? "" : JSON.stringify(body));
  });

  it("is deleted, and its link revoked, also over a broken connection", async () => {
    const { server, conversations } = stage();
    server.play(breakConnection, OK);
    await expect(conversations.delete("a/b")).resolves.toBeUndefined();
    await expect(conversations.unshare(ID)).resolves.toBeUndefined();
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /api/v1/conversations/a%2Fb",
      "DELETE /api/v1/conversations/a%2Fb",
      "DELETE /api/v1/conversations/conv_1/share",
    ]);
  });

  it("is exported as data or as Markdown", async () => {
    const { server, conversations } = stage();
    server.play({ status: 200, json: { conversation: { id: ID }, turns: [] } });
    expect((await conversations.export(ID)).conversation.id).toBe(ID);
    server.play((response) => response.writeHead(200, { "content-type": "text/markdown" }).end("# Refund"));
    expect(await conversations.export(ID, { format: "markdown" })).toBe("# Refund");
    expect(server.requests[0]?.path).toBe("/api/v1/conversations/conv_1/export?format=markdown");
  });

  it("and its turns are listed to the last page", async () => {
    const { server, conversations } = stage();
    const createPage = (name: string, item: unknown, next_cursor: string | null): Reply => ({
      status: 200,
      json: { [name]: [item], next_cursor },
    });
    server.play(
      createPage("conversations", { id: "a" }, "x"),
      createPage("conversations", { id: "b" }, null),
    );
    const ids: string[] = [];
    for await (const { id } of conversations.list({ search: "refund", limit: 1 })) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
    expect(server.requests[1]?.path).toBe("/api/v1/conversations?search=refund&limit=1&cursor=x");

    server.play(createPage("turns", { turn: 2 }, "2"), createPage("turns", { turn: 1 }, null));
    const turns: number[] = [];
    for await (const { turn } of conversations.turns(ID)) turns.push(turn);
    expect(turns).toEqual([2, 1]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/api/v1/conversations/conv_1/turns",
      "/api/v1/conversations/conv_1/turns?cursor=2",
    ]);
  });
});
