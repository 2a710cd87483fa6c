import { expect, it } from "vitest";
import { latestDeployments } from "./deployments.ts";

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
const version = (number: number, created: number, activated = created) => ({
  number,
  created_at: at(created),
  activated_at: at(activated),
});

it("lists uploads and version changes of all agents separately, latest first", () => {
  const agents = [
    { id: 1, name: "Counter", versions: [version(2, 10), version(1, 1, 30)] },
    { id: 2, name: "Writer", versions: [version(1, 20)] },
  ];
  const told = latestDeployments(agents, 3).map(({ agentName, number, kind }) => [agentName, number, kind]);
  expect(told).toEqual([
    ["Counter", 1, "Made current"],
    ["Writer", 1, "Uploaded"],
    ["Counter", 2, "Uploaded"],
  ]);
});
