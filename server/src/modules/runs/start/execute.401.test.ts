import { runRoutes, sdkRoutes } from "@stoa/contract";
import { expect, test } from "vitest";
import { useRuns } from "../runs.fixture.ts";
import { parseCode } from "./execute.refused.fixture.ts";

const stack = useRuns();

const { execute, run, runEvents, cancelRun, usageStats } = sdkRoutes;
const routes = [...Object.values(runRoutes), execute, run, runEvents, cancelRun, usageStats];

test.each(routes.map((route) => [route.method, route.path] as const))(
  "%s %s returns 401 without valid credentials",
  async (method, path) => {
    const { client } = stack();
    const url = `/api/v1${path.replace(":id", path.includes("runs") ? `run_${"0".repeat(32)}` : "1")}`;
    for (const options of [{}, { token: "nobody" }, { key: "nobody" }]) {
      const answer = await client.call(method, url, method === "POST" ? { ...options, json: {} } : options);
      expect(answer.status).toBe(401);
      expect(parseCode(answer)).toBe("unauthorized");
    }
  },
);
