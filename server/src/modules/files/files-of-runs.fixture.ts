import { ExecutionResult, StoredFile, StoredFileList, UploadReply } from "@stoa/contract";
import { afterEach, expect } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

/**
 * Starts a server for tests of runs with files. The books are audited after every test.
 * @param env settings of the server, as environment variables
 */
export function useFilesOfRuns(env: Record<string, string> = {}) {
  const server = useTestServer({ env });
  afterEach(() => expectBooksBalanced(server().db));

  async function upload(content: string, name = "agent.py", fields: Record<string, string> = {}) {
    const { client } = server();
    const { token } = await client.register();
    const form = uploadForm({ file: { name, content }, fields });
    const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { ...parseAnswer(UploadReply, answer), token };
  }

  async function store({ token }: Person, name: string, content: string | Uint8Array<ArrayBuffer>) {
    const form = new FormData();
    form.set("file", new Blob([content]), name);
    const answer = await server().client.call("POST", "/api/v1/files", { token, form });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return parseAnswer(StoredFile, answer);
  }

  const execute = ({ token }: Person, agentId: number, input: object, more: object = {}) =>
    server().client.post("/api/v1/execute/run", { agent_id: agentId, input_data: input, ...more }, { token });

  return () => ({
    ...server(),
    upload,
    store,
    execute,
    run: async (person: Person, agentId: number, input: object) => {
      const answer = await execute(person, agentId, input);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return parseAnswer(ExecutionResult, answer);
    },
    list: async ({ token }: Person, query = "") =>
      parseAnswer(StoredFileList, await server().client.get(`/api/v1/files${query}`, { token })),
    /** Reads a file as somebody who has only its link. */
    async readLink(url: string) {
      const { pathname, search } = new URL(url);
      const answer = await fetch(server().client.url + pathname + search);
      return { status: answer.status, text: await answer.text() };
    },
  });
}
