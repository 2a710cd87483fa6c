import { describe, expect, test, vi } from "vitest";
import type { N8nMood } from "../modules/workflows/engine/scripted-n8n.fixture.ts";
import { createExport, MANUAL, SHOUT, useOwnServer } from "./own-server.fixture.ts";

const server = useOwnServer();

type Cause = [what: string, mood: N8nMood, message: string];

/** Answers to the same request, which the same code refuses. Only the long suite tests them. */
const FURTHER_CAUSES: readonly Cause[] = process.env.STOA_TEST_LONG
  ? [
      [
        "an answer that n8n does not give",
        { firstAnswers: [{ status: 200, body: "<html>Sign in</html>" }] },
        "The n8n server rejected the workflow (200)",
      ],
      [
        "a server that is not n8n",
        { firstAnswers: [{ status: 301, body: "" }] },
        "The n8n server rejected the workflow (301)",
      ],
    ]
  : [];

describe("a slow or failing n8n server", () => {
  test.each([
    ["registers the webhook late", { unregistered: 3 }, 4],
    ["registers the webhook only when the workflow is published again", { forgets: true }, 7],
  ])("is called again if it %s", { timeout: 30_000 }, async (_what, mood, calls) => {
    const { n8n, ran } = server();
    n8n.mood = mood;
    const { answer } = await ran(createExport([MANUAL, SHOUT]));
    expect(answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(calls);
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("gets time to finish the execution", async () => {
    const { n8n, ran } = server();
    n8n.mood = { slowLooks: 3 };
    expect((await ran(createExport([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test("runs the workflow only once if the proxy in front of it times out, and the execution is still read", async () => {
    const { n8n, ran } = server();
    n8n.mood = { webhookAnswers: { status: 504, body: "<html>Gateway Time-out</html>" } };
    expect((await ran(createExport([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(1);
  });

  test("is called again later if it returns 429", async () => {
    const { n8n, ran } = server();
    n8n.mood = { firstAnswers: [] };
    const { answer } = n8n;
    let once = true;
    vi.spyOn(n8n, "answer").mockImplementation((request) => {
      if (once && request.path.endsWith("/activate")) {
        once = false;
        return Promise.resolve({ status: 429, body: { message: "too many" } });
      }
      return answer.call(n8n, request);
    });
    expect((await ran(createExport([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test.each<Cause>([
    [
      "a refused key",
      { firstAnswers: [{ status: 401, body: { message: "unauthorized" } }] },
      "The n8n server rejected the API key of the developer's connector (401)",
    ],
    [
      "a refused workflow",
      { firstAnswers: [{ status: 400, body: { message: "request/body must have nodes" } }] },
      "The n8n server rejected the workflow (400): request/body must have nodes",
    ],
    ...FURTHER_CAUSES,
  ])("fails the run with an error that names the cause: %s", async (_what, mood, message) => {
    const { n8n, ran } = server();
    n8n.mood = mood;
    expect((await ran(createExport([MANUAL, SHOUT]))).error).toEqual({ node: "", message });
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("fails the run with a clear error and removes the copy if the server keeps no executions", {
    timeout: 40_000,
  }, async () => {
    const { n8n, ran } = server();
    n8n.mood = { keepsNoExecutions: true };
    const { error } = await ran(createExport([MANUAL, SHOUT]));
    expect(error?.message).toContain("saved no execution data");
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("receives a request to deactivate the copy if it fails to delete the copy", async () => {
    const { n8n, ran } = server();
    n8n.mood = { cannotDelete: true };
    await ran(createExport([MANUAL, SHOUT]));
    await expect.poll(() => n8n.asked.at(-1)).toBe("POST /api/v1/workflows/:id/deactivate");
    expect([...n8n.workflows.values()].map(({ active }) => active)).toEqual([false]);
  });
});
