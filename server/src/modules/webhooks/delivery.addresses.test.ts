import { expect, test } from "vitest";
import { useDeliveries } from "./deliverer.fixture.ts";

const stage = useDeliveries();

test("sends no request to a host name that was public when it was entered but now resolves to a private IP address", async () => {
  const { deliverer, endpoint, event, sendDue, receiver, delivery, attempts } = stage();
  const id = await event(await endpoint("/rebound"));
  expect(await sendDue(deliverer({ allow: [] }))).toBe(1);
  expect(receiver.requests).toEqual([]);
  expect(await delivery(id)).toMatchObject({ status: "waiting", failures: 1 });
  expect(await attempts(id)).toMatchObject([
    {
      http_status: null,
      answer: null,
      error:
        "The address is in a private network. Use a public address, or ask the operator to allow this address (STOA_OUTBOUND_ALLOW)",
    },
  ]);
});

test.each(["https://169.254.169.254/", "https://[::1]/", "http://1.1.1.1/", "https://127.0.0.1:5432/"])(
  "does not call the forbidden URL %s, even if it was stored",
  async (url) => {
    const { deliverer, endpoint, event, sendDue, db, attempts } = stage();
    const there = await endpoint("/x");
    await db.updateTable("webhook_endpoints").set({ url }).where("id", "=", there.id).execute();
    const id = await event(there);
    await sendDue(deliverer({ allow: [] }));
    expect(await attempts(id)).toMatchObject([
      { http_status: null, error: expect.stringMatching(/address/) },
    ]);
  },
);
