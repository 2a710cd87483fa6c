import { getText, type Part } from "./stage.ts";

export const notifications: Part = async ({ record, ada }) => {
  const page = await record("notifications.list", { as: ada, query: { limit: 2 } });
  const [newest] = Object.values(Object(page.notifications));
  await record("notifications.events", { as: ada, headers: { accept: "text/event-stream" }, events: 1 });
  await record("notifications.events", { as: ada });
  await record("notifications.read", { as: ada, params: { id: getText(Object(newest), "id") } });
  await record("notifications.updateSettings", { as: ada, body: { muted: ["run_finished"] } });
  await record("notifications.settings", { as: ada });
  await record("notifications.readAll", { as: ada });
};

export const recommendations: Part = async ({ record, grace }) => {
  const body = { query: "answer what an unhappy customer writes", limit: 1 };
  await record("recommendations.recommend", { as: grace, body });
};
