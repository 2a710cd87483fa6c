import { expect, test } from "vitest";
import { useRuns } from "../runs.fixture.ts";
import { NO_TRACES, parseProblem, readTraces } from "./execute.refused.fixture.ts";

const stack = useRuns();
const KEY = { "idempotency-key": "k" };

test.each([
  [{}],
  [{ message: "   " }],
  [{ message: "", query: " ", input: "" }],
  [{ topic: "no message at all" }],
])('returns 400 with "Please enter a message" for an input without one: %j', async (input_data) => {
  const { client, db, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data },
    { token: caller.token, headers: KEY },
  );
  expect(answer.status).toBe(400);
  expect(parseProblem(answer)).toMatchObject({
    detail: "Please enter a message",
    errors: [{ field: "input_data.message", message: "Please enter a message" }],
  });
  expect(await readTraces(db, caller.accountId)).toEqual(NO_TRACES);
});

test("names every field that is missing or wrong", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {
    content: {
      inputs: [
        { name: "city", type: "string", required: true, description: "" },
        { name: "days", type: "integer", required: true, description: "" },
        { name: "units", type: "string", required: false, description: "", choices: ["metric", "imperial"] },
      ],
    },
  });
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi", days: "3.5", units: "nautical" } },
    { token: caller.token },
  );
  expect(answer.status).toBe(400);
  expect(parseProblem(answer).errors).toEqual([
    { field: "input_data.city", message: "city is required" },
    { field: "input_data.days", message: "days must be a whole number" },
    { field: "input_data.units", message: "units must be one of: metric, imperial" },
  ]);
});

test("refuses a limit below the cost of the input, and states both amounts", async () => {
  const { client, db, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "one two three four" }, max_cost: 0.0001 },
    { token: caller.token },
  );
  expect(answer.status).toBe(400);
  expect(parseProblem(answer).errors?.[0]).toEqual({
    field: "max_cost",
    message:
      "This input alone costs 0.0004 USD, more than the limit of 0.0001 USD for this run. Raise max_cost or shorten the input.",
  });
  expect(await readTraces(db, caller.accountId)).toEqual(NO_TRACES);
});

test.each([
  ["{not json", "malformed_json"],
  ['{"agent_id": "x", "input_data": {}}', "invalid_request"],
  ['{"agent_id": 1}', "invalid_request"],
  ['{"agent_id": 1, "input_data": [], "timeout": 10}', "invalid_request"],
  ['{"agent_id": 1, "input_data": {}, "timeout": 601}', "invalid_request"],
  ['{"agent_id": 1, "input_data": {}, "max_cost": -1}', "invalid_request"],
  ['{"agent_id": 1, "input_data": {}, "unknown": 1}', "invalid_request"],
])("refuses a malformed body: %s", async (raw, code) => {
  const { client, person } = stack();
  const caller = await person();
  const answer = await client.call("POST", "/api/v1/execute/run", { raw, token: caller.token });
  expect(answer.status).toBe(400);
  expect(parseProblem(answer).error).toBe(code);
});

test.each([
  [{}, "input_data", "input_data must be an object"],
  [{ input_data: "hi" }, "input_data", "input_data must be an object"],
  [
    { input_data: { ["x".repeat(101)]: 1 } },
    `input_data.${"x".repeat(101)}`,
    "A name in input_data must have at most 100 characters",
  ],
  [{ input_data: {}, version: "one" }, "version", "version must be a whole number"],
])("refuses %j with a readable message", async (body, field, message) => {
  const { client, person } = stack();
  const { token } = await person();
  const answer = await client.post("/api/v1/execute/run", { agent_id: 1, ...body }, { token });
  expect(answer.status).toBe(400);
  expect(parseProblem(answer).errors).toEqual([{ field, message }]);
});

test("refuses an Idempotency-Key that is too long", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const headers = { "idempotency-key": "k".repeat(201) };
  const body = { agent_id, input_data: { message: "hi" } };
  const answer = await client.post("/api/v1/execute/run", body, { token: caller.token, headers });
  expect(answer.status).toBe(400);
});
