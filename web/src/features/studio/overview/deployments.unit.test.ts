import { expect, it } from "vitest";
import { getLatestDeployments } from "./deployments.ts";

const createTime = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
const createVersion = (number: number, created: number, activated = created) => ({
  number,
  created_at: createTime(created),
  activated_at: createTime(activated),
});

it("lists uploads and version changes of all agents separately, latest first", () => {
  const agents = [
    { id: 1, name: "Counter", versions: [createVersion(2, 10), createVersion(1, 1, 30)] },
    { id: 2, name: "Writer", versions: [createVersion(1, 20)] },
  ];
  const rows = getLatestDeployments(agents, 3).map(({ agentName, number, kind }) => [
    agentName,
    number,
    kind,
  ]);
  expect(rows).toEqual([
    ["Counter", 1, "Made current"],
    ["Writer", 1, "Uploaded"],
    ["Counter", 2, "Uploaded"],
  ]);
});
