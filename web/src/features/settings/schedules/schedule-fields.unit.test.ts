import type { InputParam } from "@stoa/contract/catalog";
import { expect, it } from "vitest";
import { createScheduleRequest, describeCron, findCapProblem, toScheduleFields } from "./schedule-fields.ts";

const topic: InputParam = { name: "topic", type: "string", required: true, description: "" };
const agent = { id: 7, input_params: [topic] };
const fields = { ...toScheduleFields(undefined, "Europe/Berlin"), name: " Morning " };

it("sends the entered values with the agent's input and omits an empty limit", () => {
  expect(createScheduleRequest(fields, agent, { topic: "news" })).toEqual({
    name: "Morning",
    agent_id: 7,
    input_data: { topic: "news" },
    cron: "0 9 * * MON-FRI",
    time_zone: "Europe/Berlin",
    monthly_cap: 1,
  });
  expect(createScheduleRequest({ ...fields, maxCost: "0.1" }, agent, { topic: "news" })?.max_cost).toBe(0.1);
});

it("sends nothing if a name, a required input or the monthly limit is missing", () => {
  expect(createScheduleRequest(fields, agent, { topic: " " })).toBeUndefined();
  expect(createScheduleRequest({ ...fields, name: " " }, agent, { topic: "news" })).toBeUndefined();
  expect(createScheduleRequest({ ...fields, monthlyCap: "" }, agent, { topic: "news" })).toBeUndefined();
  expect(["0", "-1", "much"].every((cap) => findCapProblem(cap) !== undefined)).toBe(true);
});

it("describes common cron expressions in words", () => {
  expect([describeCron("0 * * * *"), describeCron("5 4 * * 2")]).toEqual(["Every hour", "5 4 * * 2"]);
});
