import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { RunStatus } from "./run-status.ts";
import { AgentId, Timestamp, Usd } from "./values.ts";

/** An active run with its child runs, as its caller sees it. */
export const ActiveRun = z
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
  .meta({ id: "ActiveRun" });
export type ActiveRun = z.infer<typeof ActiveRun>;

export const ActiveRunList = z
  .object({
    runs: z.array(ActiveRun).meta({ description: "Newest first" }),
    total: z.int().meta({
      description: `Number of active runs, including those beyond the ${LIMITS.pageMax} that are listed`,
    }),
  })
  .meta({ id: "ActiveRunList" });
export type ActiveRunList = z.infer<typeof ActiveRunList>;

export const ActiveRunListQuery = z.object({ agent_id: AgentId.optional() });
export type ActiveRunListQuery = z.infer<typeof ActiveRunListQuery>;
