import * as z from "zod";

/** An account's storage use in bytes. */
export const RunStorage = z
  .object({
    used_bytes: z.int().meta({ description: "Bytes that your runs and workflows store now" }),
    limit_bytes: z.int().meta({
      description:
        "Bytes that your plan includes. If you store more, the content of your oldest runs is removed first",
    }),
    workflow_bytes: z.int().meta({
      description: "Part of `used_bytes` that workflows keep between runs; at most half of the limit",
    }),
  })
  .meta({ id: "RunStorage" });
export type RunStorage = z.infer<typeof RunStorage>;
