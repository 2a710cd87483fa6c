import { describe, expect, it } from "vitest";
import { RESULT } from "./execution-result.fixture.ts";
import { HttpError, NetworkError } from "./http-error.ts";
import { applyEvent, canFollowAgain, getRefusalText, IDLE } from "./run-state.ts";
import type { RunFollowEvent } from "./run-stream.ts";

const result = { ...RESULT, run_id: "run_1" };

const run = (...events: RunFollowEvent[]) =>
  events.reduce(applyEvent, { ...IDLE, phase: "executing" as const });

describe("the state of a displayed run", () => {
  it("collects its output and ends with its result", () => {
    const state = run(
      { name: "status", data: { run_id: "run_1", status: "running" } },
      { name: "output", data: { text: "Hello" } },
      { name: "output", data: { text: " th" } },
      { name: "cost", data: { tokens: 4, cost: 0.00004 } },
    );
    expect(state).toMatchObject({
      runId: "run_1",
      output: "Hello th",
      tokens: 4,
      cost: 0.00004,
      phase: "executing",
    });
    expect(applyEvent(state, { name: "result", data: result })).toMatchObject({
      phase: "ended",
      output: "Hello there",
      tokens: 9,
      error: null,
    });
  });

  it("collects the steps, each tool call once", () => {
    const state = run(
      { name: "step", data: { kind: "message", source: "planner", text: "I will search" } },
      { name: "step", data: { kind: "tool_call", source: "search", text: "larch" } },
      { name: "step", data: { kind: "tool_result", source: "search", text: "Three results" } },
    );
    expect(state.steps).toEqual([
      { label: "planner wrote", text: "I will search" },
      { label: "Calling search", text: "larch" },
    ]);
    expect(state.message).toBe("search answered");
  });

  it("keeps the latest state of each node of a workflow's own file", () => {
    const facts = { within: null, serves: null, duration: 1, items_in: [1], items_out: [2], error: null };
    const createNode = (
      name: string,
      run: number,
      state: "running" | "done" | "failed",
      more = {},
    ): RunFollowEvent => ({
      name: "node",
      data: { ...facts, node: name, run, state, ...more },
    });
    const state = run(
      createNode("__proto__", 0, "done"),
      createNode("Ask", 0, "done"),
      createNode("Ask", 1, "running"),
      createNode("Other", 0, "failed", { within: "Ask" }),
    );
    expect([...state.nodes]).toMatchObject([
      ["__proto__", { state: "done" }],
      ["Ask", { run: 1, state: "running" }],
    ]);
    expect(state.message).toBe("Other failed");
    expect(run(createNode("Ask", 1, "running")).message).toBe("Running Ask");
  });

  it("lists the nodes that wait for an answer until they continue", () => {
    const facts = { serves: null, duration: 0, items_in: [], items_out: [], error: null, run: 0 };
    const createNode = (
      name: string,
      state: "waiting" | "done" | "failed",
      within: string | null = null,
    ): RunFollowEvent => ({
      name: "node",
      data: { ...facts, node: name, state, within },
    });
    const asks = run(createNode("Ask", "waiting"), createNode("Ask", "waiting", "Call"));
    expect(asks.waiting.size).toBe(2);
    expect(asks.message).toBe("Ask is waiting for an answer");
    const one = applyEvent(asks, createNode("Ask", "done"));
    expect(one.waiting.size).toBe(1);
    expect(applyEvent(one, createNode("Ask", "failed", "Call")).waiting.size).toBe(0);
  });

  it("ends with tokens and cost of all child runs", () => {
    const called = {
      run_id: "run_2",
      agent_id: 2,
      agent_name: "B",
      status: "completed",
      tokens_used: 5,
      failure_charge: null,
    } as const;
    const state = run({
      name: "result",
      data: { ...result, called_runs: [{ ...called, cost: 0.00005 }], total_cost: 0.00014 },
    });
    expect(state).toMatchObject({ tokens: 14, cost: 0.00014 });
  });

  it("says why it failed, with the server's text if there is one", () => {
    const failed = { ...result, success: false, status: "failed" } as const;
    expect(run({ name: "result", data: { ...failed, detail: "Line 3: boom" } }).error).toBe("Line 3: boom");
    expect(run({ name: "result", data: failed }).error).toBe("Agent execution failed");
    expect(run({ name: "result", data: { ...failed, status: "cancelled" } }).error).toBeNull();
  });

  it("after a lost connection, is disconnected until the next event and can be followed again until it ends", () => {
    const lost = run({ name: "status", data: { run_id: "run_1", status: "running" } }, { name: "lost" });
    expect(lost.lost).toBe(true);
    expect(applyEvent(lost, { name: "output", data: { text: "x" } }).lost).toBe(false);
    expect(canFollowAgain({ ...lost, phase: "ended" })).toBe(true);
    expect(canFollowAgain(run({ name: "result", data: result }))).toBe(false);
    expect(canFollowAgain({ ...IDLE, phase: "ended" })).toBe(false);
  });

  it("has different errors for a refusal and for a lost network", () => {
    expect(getRefusalText(new NetworkError("x"))).toBe("Network error. Please try again.");
    expect(getRefusalText(new HttpError(500, "", null))).toBe("Agent execution failed");
  });
});
