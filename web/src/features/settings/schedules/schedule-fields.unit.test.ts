import type { InputParam } from "@stoa/contract/catalog";
import { expect, it } from "vitest";
import { capProblem, cronWords, fieldsOf, scheduleRequest } from "./schedule-fields.ts";

const topic: InputParam = { name: "topic", type: "string", required: true, description: "" };
const agent = { id: 7, input_params: [topic] };
const fields = { ...fieldsOf(undefined, "Europe/Berlin"), name: " Morning " };

it("sends what was typed with the agent's input, and leaves out an empty limit", () => {
  expect(scheduleRequest(fields, agent, { topic: "news" })).toEqual({
    name: "Morning",
    agent_id: 7,
    input_data: { topic: "news" },
    cron: "0 9 * * MON-FRI",
    time_zone: "Europe/Berlin",
    monthly_cap: 1,
  });
  expect(scheduleRequest({ ...fields, maxCost: "0.1" }, agent, { topic: "news" })?.max_cost).toBe(0.1);
});

it("sends nothing while a name, an input or the monthly limit is missing", () => {
  expect(scheduleRequest(fields, agent, { topic: " " })).toBeUndefined();
  expect(scheduleRequest({ ...fields, name: " " }, agent, { topic: "news" })).toBeUndefined();
  expect(scheduleRequest({ ...fields, monthlyCap: "" }, agent, { topic: "news" })).toBeUndefined();
  expect(["0", "-1", "much"].every((cap) => capProblem(cap) !== undefined)).toBe(true);
});

it("describes common cron expressions in words", () => {
  expect([cronWords("0 * * * *"), cronWords("5 4 * * 2")]).toEqual(["Every hour", "5 4 * * 2"]);
});
