import { Expected } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_PAYMENTS_EXPECTED: "spring" } });

test("announces the operator's dates on the billing screens, and no date that has passed", async () => {
  const answer = await server().client.get("/api/v1/billing/expected");
  expect(answer.status).toBe(200);
  expect(parseAnswer(Expected, answer)).toEqual({ payments: "spring", plan_changes: null });
});
