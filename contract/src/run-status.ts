import * as z from "zod";

export const RunStatus = z.enum(["queued", "running", "completed", "failed", "timeout", "cancelled"]).meta({
  id: "RunStatus",
});
export type RunStatus = z.infer<typeof RunStatus>;
