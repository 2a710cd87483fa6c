export * from "./events.ts";
export * from "./inspection.ts";
export * from "./job.ts";
export * from "./json.ts";
export * from "./receipt.ts";
