import { expect, test } from "vitest";
import { someTerms } from "../start/run-terms.fixture.ts";
import { TrialRuns } from "../trial/trial-runs.ts";
import { createConnectorRuns } from "./connector-runs.ts";
import { LiveRun, LiveRuns } from "./live-run.ts";
import { RunMeter } from "./run-meter.ts";

const USES = [{ service: "slack", methods: ["POST" as const], paths: ["/chat.postMessage"] }];

function liveRun() {
  const terms = someTerms({
    caller: { accountId: "acc_caller", userId: "usr_caller" },
    agent: { agentId: 7, ownerAccountId: "acc_developer", connectors: USES },
  });
  const run = new LiveRun({ id: "run_1", epoch: 1n, terms, meter: new RunMeter(terms, 1, 100n) });
  const live = new LiveRuns();
  live.add(run);
  return { run, runs: createConnectorRuns(live, new TrialRuns()) };
}

test("finds a run with its caller, its agent's owner and its declared connectors", () => {
  const { runs } = liveRun();
  const found = runs.find("run_1");
  expect(found).toMatchObject({
    userId: "usr_caller",
    agentId: 7,
    agentOwnerAccountId: "acc_developer",
    uses: USES,
  });
  expect(runs.find("run_1")).toBe(found);
  expect(runs.find("run_2")).toBeUndefined();
});

test("aborts connector calls when the sandbox ends, and records them before the run ends", async () => {
  const { run, runs } = liveRun();
  const found = runs.find("run_1");
  if (!found) throw new Error("the run is not active");
  let write: () => void = () => undefined;
  found.track(
    new Promise<void>((resolve) => {
      write = resolve;
    }),
  );
  run.handleSandboxEnd();
  expect(found.signal.aborted).toBe(true);
  expect(runs.find("run_1")).toBeUndefined();
  expect(await run.waitForRecordedCalls(10)).toBe(false);
  const waiting = run.waitForRecordedCalls(10_000);
  const call = {
    service: "slack",
    method: "POST",
    path: "/x",
    durationMs: 5,
    status: null,
    reason: "aborted",
  };
  found.record({ ...call, outcome: "failed" });
  write();
  expect(await waiting).toBe(true);
  expect(run.feed.getUnsaved()).toMatchObject([
    { kind: "connector_call", payload: { path: "/x", duration_ms: 5 } },
  ]);
});

test("a stopped run cannot make further calls", () => {
  const { run, runs } = liveRun();
  run.stop("limit");
  expect(runs.find("run_1")).toBeUndefined();
});
