import { getText, type Part } from "./stage.ts";

export const money: Part = async ({ record, ada, grace, agentId }) => {
  await record("billing.balance", { as: grace });
  await record("billing.spendingStats", { as: grace });
  const { history } = await record("billing.history", { as: grace, query: { limit: 2 } });
  const [newest] = Object.values(Object(history));
  await record("billing.receipt", { as: grace, params: { id: getText(Object(newest), "id") } });
  await record("billing.statements", { as: grace });
  await record("billing.agentRevenue", { as: ada, params: { id: agentId }, query: { days: 7 } });
  await record("analytics.ofAgent", { as: ada, params: { id: agentId }, query: { days: 7 } });
  await record("analytics.ofDeveloper", { as: ada, query: { days: 7 } });
};

export const keys: Part = async ({ record, ada, agentId }) => {
  const limits = { limit_per_run: 0.5, limit_per_day: 5, limit_per_month: null };
  const { key } = await record("keys.create", { as: ada, body: { name: "Nightly report", ...limits } });
  await record("keys.create", { as: ada, body: { name: "Nightly report" }, status: 409 });
  const params = { id: getText(Object(key), "id") };
  await record("keys.list", { as: ada });
  await record("keys.update", { as: ada, params, body: { limit_per_day: 2 } });
  await record("keys.revoke", { as: ada, params });
  await record("keys.updateSpendingLimits", { as: ada, body: { limit_per_day: 20 } });
  await record("keys.spendingLimits", { as: ada });
  const site = {
    name: "Tea shop",
    agent_id: agentId,
    origins: ["https://shop.example.com"],
    limit_per_day: 2,
  };
  const created = await record("publishableKeys.create", { as: ada, body: site });
  const byKey = { id: getText(Object(created), "id") };
  await record("publishableKeys.create", {
    as: ada,
    body: { ...site, origins: ["https://shop.example.com/tea"] },
    status: 400,
  });
  await record("publishableKeys.list", { as: ada });
  await record("publishableKeys.update", { as: ada, params: byKey, body: { limit_per_day: 5 } });
  await record("publishableKeys.remove", { as: ada, params: byKey });
};
