import { expect, it } from "vitest";
import { parseChatRequest } from "../chat-request.ts";
import { buildTrialCalls, TrialTools } from "./trial-tools.ts";

const tool = (name: string, properties: object = {}, required: string[] = []) => ({
  type: "function",
  function: { name, description: name, parameters: { type: "object", properties, required } },
});
const request = (fields: object) =>
  parseChatRequest(
    JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }], ...fields }),
  );

it("calls each declared tool once in a trial, all in one answer", () => {
  const trial = new TrialTools();
  const tools = [tool("search", { query: { type: "string" } }, ["query"]), tool("now")];
  expect(trial.choose(request({ tools }))).toEqual(["search", "now"]);
  expect(trial.choose(request({ tools }))).toEqual([]);
  expect(trial.choose(request({ tools: [...tools, tool("later")] }))).toEqual(["later"]);
});

it("generates arguments from the schema", () => {
  const properties = {
    city: { type: "string" },
    days: { type: "integer", minimum: 2 },
    unit: { type: "string", enum: ["C", "F"] },
    note: { type: "string" },
  };
  const chatRequest = request({ tools: [tool("weather", properties, ["city", "days", "unit"])] });
  const [call] = buildTrialCalls(chatRequest, new TrialTools().choose(chatRequest));
  const args = JSON.parse(call?.arguments ?? "{}");
  expect(args).toMatchObject({ city: expect.stringMatching(/\S/), days: 2, unit: "C" });
});

it("calls one tool at a time if the request requires it", () => {
  const trial = new TrialTools();
  const tools = [tool("a"), tool("b")];
  expect(trial.choose(request({ tools, parallel_tool_calls: false }))).toEqual(["a"]);
  expect(trial.choose(request({ tools, parallel_tool_calls: false }))).toEqual(["b"]);
});

it("calls handoff tools one at a time, after all other tools", () => {
  const trial = new TrialTools();
  const tools = [tool("transfer_to_bob"), tool("transfer_to_eve"), tool("search")];
  expect(trial.choose(request({ tools }))).toEqual(["search"]);
  expect(trial.choose(request({ tools }))).toEqual(["transfer_to_bob"]);
  expect(trial.choose(request({ tools }))).toEqual(["transfer_to_eve"]);
  expect(trial.choose(request({ tools }))).toEqual([]);
});

it("skips the last tool if the request requires any, and calls none if it forces a tool or forbids tools", () => {
  const trial = new TrialTools();
  const tools = [tool("search"), tool("Answer")];
  expect(trial.choose(request({ tools, tool_choice: "none" }))).toEqual([]);
  const forced = { type: "function", function: { name: "Answer" } };
  expect(trial.choose(request({ tools, tool_choice: forced }))).toEqual([]);
  expect(trial.choose(request({ tools, tool_choice: "required" }))).toEqual(["search"]);
  expect(trial.choose(request({ tools, tool_choice: "required" }))).toEqual([]);
});

it("calls at most 20 tools, and skips tools whose schema it cannot fill in", () => {
  const many = Array.from({ length: 30 }, (_, index) => tool(`tool_${index}`));
  expect(new TrialTools().choose(request({ tools: many }))).toHaveLength(20);
  const odd = tool("odd", { x: { type: "string", pattern: "^a+$" } }, ["x"]);
  const chatRequest = request({ tools: [odd, tool("plain")] });
  expect(buildTrialCalls(chatRequest, ["odd", "plain"])).toEqual([{ name: "plain", arguments: "{}" }]);
});
