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
        description: `First ${LIMITS.taskMaxLength} characters of the message`,
      }),
    created_at: Timestamp,
    held: Usd.meta({ description: "Amount of your balance that the run holds until it ends" }),
  })
  .meta({ id: "RunUnderWay" });
export type RunUnderWay = z.infer<typeof RunUnderWay>;

export const RunsUnderWay = z
  .object({
    runs: z.array(RunUnderWay).meta({ description: "Newest first" }),
    total: z.int().meta({
      description: `Number of active runs, including those beyond the ${LIMITS.pageMax} that are listed`,
    }),
  })
  .meta({ id: "RunsUnderWay" });
export type RunsUnderWay = z.infer<typeof RunsUnderWay>;

export const RunsUnderWayQuery = z.object({ agent_id: AgentId.optional() });
export type RunsUnderWayQuery = z.infer<typeof RunsUnderWayQuery>;
