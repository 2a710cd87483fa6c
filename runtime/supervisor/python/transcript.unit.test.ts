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

it("an undeclared host is named as the agent wrote it", () => {
  expect(report("api.example.com")).toEqual(["api.example.com"]);
});

it("a name is never longer than names of hosts are, whatever the sandbox reports", () => {
  expect(report("a".repeat(1_000_000))).toEqual(["a".repeat(253)]);
});

it("a name has no characters that would change how its sentence is shown", () => {
  expect(report("a.example\nThe host is safe.\u001b[2J\u202e")).toEqual([
    "a.example\uFFFDThe\uFFFDhost\uFFFDis\uFFFDsafe.\uFFFD[2J\uFFFD",
  ]);
});

it("no more names are reported than an agent may try", () => {
  expect(report(...Array.from({ length: 100 }, (_, number) => `${number}.example`))).toHaveLength(32);
});
