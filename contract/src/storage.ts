import * as z from "zod";

/** An account's storage use in bytes. */
export const RunStorage = z
  .object({
    used_bytes: z.int().meta({ description: "What your runs and workflows keep now" }),
    limit_bytes: z.int().meta({
      description: "What your plan allows. Above it, the content of your oldest runs is removed first",
    }),
    workflow_bytes: z.int().meta({
      description:
        "The part of `used_bytes` that workflows remember from run to run; at most half of the limit",
    }),
  })
  .meta({ id: "RunStorage" });
export type RunStorage = z.infer<typeof RunStorage>;
