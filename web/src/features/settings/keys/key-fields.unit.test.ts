import type { NamedKey } from "@stoa/contract/keys";
import { expect, it } from "vitest";
import { createKeyRequest, emptyKey, toKeyFields } from "./key-fields.ts";

it("sends the entered values, with an expiration at the end of the last day", () => {
  expect(createKeyRequest({ ...emptyKey, name: " job ", perDay: "5", lastDay: "2026-11-30" })).toEqual({
    name: "job",
    scopes: ["read", "run", "agents:write", "billing:read"],
    limit_per_run: null,
    limit_per_day: 5,
    limit_per_month: null,
    expires_at: "2026-11-30T23:59:59Z",
  });
});

it("sends nothing without a name, with an invalid amount or without a scope", () => {
  expect(createKeyRequest(emptyKey)).toBeUndefined();
  expect(createKeyRequest({ ...emptyKey, name: "job", perRun: "much" })).toBeUndefined();
  expect(createKeyRequest({ ...emptyKey, name: "job", scopes: [] })).toBeUndefined();
});

it("shows an existing key as it was entered", () => {
  const fields = { ...emptyKey, name: "job", perMonth: "0", lastDay: "2026-11-30" };
  const request = createKeyRequest(fields);
  const key: NamedKey = {
    id: "key_1",
    is_main: false,
    prefix: "stoa_ab",
    created_at: "2026-11-01T00:00:00Z",
    last_used_at: null,
    spent_today: 0,
    spent_this_month: 0,
    name: "job",
    scopes: ["read", "run", "agents:write", "billing:read"],
    limit_per_run: null,
    limit_per_day: null,
    limit_per_month: 0,
    expires_at: request?.expires_at ?? null,
  };
  expect(toKeyFields(key)).toEqual(fields);
});
