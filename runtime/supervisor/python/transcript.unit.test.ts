import { expect, it } from "vitest";
import type { RunEvent } from "../../protocol/index.ts";
import { createJob } from "./testing/runtime-fixture.ts";
import { Transcript } from "./transcript.ts";

function report(...hosts: string[]): string[] {
  const events: RunEvent[] = [];
  const transcript = new Transcript(createJob("def main(message): return 1"), (event) => events.push(event));
  for (const host of hosts) transcript.onUndeclaredHost(host);
  return events.flatMap((event) => (event.type === "undeclared_host" ? [event.host] : []));
}

it("the name of an undeclared host is reported as the agent wrote it", () => {
  expect(report("api.example.com")).toEqual(["api.example.com"]);
});

it("a reported name is truncated to 253 characters, the maximum length of a host name", () => {
  expect(report("a".repeat(1_000_000))).toEqual(["a".repeat(253)]);
});

it("replaces characters in a name that could change how a sentence is displayed", () => {
  expect(report("a.example\nThe host is safe.\u001b[2J\u202e")).toEqual([
    "a.example\uFFFDThe\uFFFDhost\uFFFDis\uFFFDsafe.\uFFFD[2J\uFFFD",
  ]);
});

it("reports at most 32 names", () => {
  expect(report(...Array.from({ length: 100 }, (_, number) => `${number}.example`))).toHaveLength(32);
});

function finish(code: number, ...lines: object[]) {
  const transcript = new Transcript(createJob("def main(message): return 1"), () => {});
  transcript.onStarted();
  for (const line of lines) transcript.onEventLine(JSON.stringify(line));
  return transcript.buildReceipt({ kind: "exit", code, reason: null });
}

it("the receipt of a completed run contains the last state that the agent kept", () => {
  const states = ["one", "two"].map((data) => ({ type: "state", data }));
  const receipt = finish(0, ...states, { type: "result", value: "done" });
  expect(receipt).toMatchObject({ outcome: "completed", output: "done", state: "two" });
});

it("the receipt of a run that failed contains no state", () => {
  const failure = { type: "failure", message: "It broke", detail: "It broke" };
  expect(finish(1, { type: "state", data: "one" }, failure)).not.toHaveProperty("state");
});
