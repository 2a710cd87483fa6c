import { getText, type Part } from "./stage.ts";

export const webhooks: Part = async ({ record, grace, service, hookUrl }) => {
  service.answer(() => ({ status: 204 }));
  const events = ["run.completed", "run.failed", "balance.low"];
  const { webhook } = await record("webhooks.create", {
    as: grace,
    body: { url: hookUrl, description: "Our ledger", events },
  });
  await record("webhooks.create", { as: grace, body: { url: "ftp://example.com", events }, status: 400 });
  const params = { id: getText(Object(webhook), "id") };
  await record("webhooks.list", { as: grace });
  await record("webhooks.get", { as: grace, params });
  await record("webhooks.update", { as: grace, params, body: { events: ["run.failed"] } });
  await record("webhooks.rotateSecret", { as: grace, params });
  const delivery = await record("webhooks.ping", { as: grace, params });
  const deliveryParams = { ...params, delivery_id: getText(delivery, "id") };
  await record("webhooks.deliveries", { as: grace, params });
  await record("webhooks.delivery", { as: grace, params: deliveryParams });
  await record("webhooks.resend", { as: grace, params: deliveryParams });
  await record("webhooks.resendFailed", { as: grace, params, body: { since: "2026-01-01T00:00:00Z" } });
  await record("webhooks.remove", { as: grace, params });
};
