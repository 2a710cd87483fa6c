import * as z from "zod";

export const PlanType = z.enum(["free", "creator", "business"]).meta({ id: "PlanType" });
export type PlanType = z.infer<typeof PlanType>;
