import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { RunStatus } from "./run-status.ts";
import { AgentId, Timestamp, Usd } from "./values.ts";

/** An active run, as its caller sees it. It includes its child runs. */
export const RunUnderWay = z
  .object({
    run_id: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    version: z.int(),
    status: RunStatus.extract(["queued", "running"]),
    task: z
      .string()
      .nullable()
      .meta({
        description: `The first ${LIMITS.taskMaxLength} characters of the message`,
      }),
    created_at: Timestamp,
    held: Usd.meta({ description: "What it holds of the balance until it has ended" }),
  })
  .meta({ id: "RunUnderWay" });
export type RunUnderWay = z.infer<typeof RunUnderWay>;

export const RunsUnderWay = z
  .object({
    runs: z.array(RunUnderWay).meta({ description: "The newest first" }),
    total: z
      .int()
      .meta({ description: `How many there are, beyond the ${LIMITS.pageMax} that are listed too` }),
  })
  .meta({ id: "RunsUnderWay" });
export type RunsUnderWay = z.infer<typeof RunsUnderWay>;

export const RunsUnderWayQuery = z.object({ agent_id: AgentId.optional() });
export type RunsUnderWayQuery = z.infer<typeof RunsUnderWayQuery>;
