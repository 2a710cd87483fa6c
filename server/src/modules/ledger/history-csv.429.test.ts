import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Problem, TEXTS } from "@stoa/contract";
import { expect, test, vi } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

let letGo = () => {};
const gate = new Promise<void>((resolve) => {
  letGo = resolve;
});
const server = useLedgerRoutes((ledger) => ({
  ...ledger,
  readHistory: async (...asked) => {
    await gate;
    return ledger.readHistory(...asked);
  },
}));

test("refuses a second download of an account until the first download completes or is aborted", async () => {
  const { client, account } = server();
  const [one, other] = [await account({ promo: USD }), await account({ promo: USD })];
  const ask = (token: string) => client.get("/api/v1/billing/history?format=csv", { token });
  const path = `${client.url}/api/v1/billing/history?format=csv`;
  const begun = await fetch(path, { headers: { authorization: `Bearer ${one}` } });
  expect(begun.status).toBe(200);

  const refused = await ask(one);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(parseAnswer(Problem, refused)).toMatchObject({
    error: "rate_limited",
    detail: TEXTS.billingFiles.oneAtATime,
  });

  const leaving = request(path, { headers: { authorization: `Bearer ${other}` } }).end();
  const [response]: IncomingMessage[] = await once(leaving, "response");
  expect(response?.statusCode).toBe(200);
  response?.destroy();
  letGo();
  expect((await begun.text()).trimEnd().split("\r\n")).toHaveLength(2);
  for (const token of [one, other])
    await vi.waitFor(async () => expect((await ask(token)).status).toBe(200), { timeout: 10_000 });
});
