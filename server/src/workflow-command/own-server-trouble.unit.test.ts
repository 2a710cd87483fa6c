import { describe, expect, test, vi } from "vitest";
import { exportOf, MANUAL, SHOUT, useOwnServer } from "./own-server.fixture.ts";

const server = useOwnServer();

describe("a slow or failing n8n server", () => {
  test.each([
    ["registers the webhook late", { unregistered: 3 }, 4],
    ["registers the webhook only when it is published anew", { forgets: true }, 7],
  ])("that %s is called again", { timeout: 30_000 }, async (_what, mood, calls) => {
    const { n8n, ran } = server();
    n8n.mood = mood;
    const { answer } = await ran(exportOf([MANUAL, SHOUT]));
    expect(answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(calls);
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("gets time to finish the execution", async () => {
    const { n8n, ran } = server();
    n8n.mood = { slowLooks: 3 };
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test("whose proxy times out runs the workflow once, and its execution is still read", async () => {
    const { n8n, ran } = server();
    n8n.mood = { webhookAnswers: { status: 504, body: "<html>Gateway Time-out</html>" } };
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
    expect(n8n.asked.filter((one) => one === "WEBHOOK")).toHaveLength(1);
  });

  test("that returns 429 is called again later", async () => {
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
    expect((await ran(exportOf([MANUAL, SHOUT]))).answer).toEqual({ message: "HELLO" });
  });

  test.each([
    [
      "a key that it does not take",
      { firstAnswers: [{ status: 401, body: { message: "unauthorized" } }] },
      "The n8n server does not take the API key of its developer's connector (401)",
    ],
    [
      "a workflow that it does not take",
      { firstAnswers: [{ status: 400, body: { message: "request/body must have nodes" } }] },
      "The n8n server did not take the workflow (400): request/body must have nodes",
    ],
    [
      "an answer that is none of n8n's",
      { firstAnswers: [{ status: 200, body: "<html>Sign in</html>" }] },
      "The n8n server did not take the workflow (200)",
    ],
    [
      "what is no server of the kind",
      { firstAnswers: [{ status: 301, body: "" }] },
      "The n8n server did not take the workflow (301)",
    ],
  ])("with %s fails the run with an error that says so", async (_what, mood, message) => {
    const { n8n, ran } = server();
    n8n.mood = mood;
    expect((await ran(exportOf([MANUAL, SHOUT]))).error).toEqual({ node: "", message });
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("that keeps no executions fails the run with a clear error, and the copy is removed", {
    timeout: 40_000,
  }, async () => {
    const { n8n, ran } = server();
    n8n.mood = { keepsNoExecutions: true };
    const { error } = await ran(exportOf([MANUAL, SHOUT]));
    expect(error?.message).toContain("keeps no record of the run");
    await expect.poll(() => n8n.workflows.size).toBe(0);
  });

  test("that cannot delete the copy gets it deactivated", async () => {
    const { n8n, ran } = server();
    n8n.mood = { cannotDelete: true };
    await ran(exportOf([MANUAL, SHOUT]));
    await expect.poll(() => n8n.asked.at(-1)).toBe("POST /api/v1/workflows/:id/deactivate");
    expect([...n8n.workflows.values()].map(({ active }) => active)).toEqual([false]);
  });
});
