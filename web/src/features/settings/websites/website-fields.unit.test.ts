import { expect, test } from "vitest";
import {
  emptyWebsite,
  findWebsiteProblems,
  readAgentNumber,
  readOrigins,
  toKeyRequest,
} from "./website-fields.ts";

test("an agent is found by its number and by the address of its page", () => {
  expect(
    ["12", " 12 ", "https://stoa.example.com/agent/12?tab=usage", "/agent/12"].map(readAgentNumber),
  ).toEqual([12, 12, 12, 12]);
  expect(["", "Tea", "12b", "/agents/12"].map(readAgentNumber)).toEqual([0, 0, 0, 0]);
});

test("addresses of pages become origins, and other texts stay for the server's error", () => {
  expect(readOrigins("https://Shop.example.com/tea?x=1\nwww.example.com, http://localhost:3000")).toEqual([
    "https://shop.example.com",
    "https://www.example.com",
    "http://localhost:3000",
  ]);
  expect(readOrigins("http://[")).toEqual(["http://["]);
});

test("a form without a budget or a website is not sent", () => {
  const valid = { ...emptyWebsite, name: "Shop", agent: "12", origins: "shop.example.com" };
  expect(findWebsiteProblems(valid)).toEqual({});
  expect(Object.keys(findWebsiteProblems({ ...valid, perDay: " ", origins: "", perMessage: "0" }))).toEqual([
    "origins",
    "perDay",
    "perMessage",
  ]);
  expect(toKeyRequest(valid)).toMatchObject({ agent_id: 12, limit_per_day: 1, visitor_messages: 50 });
});
