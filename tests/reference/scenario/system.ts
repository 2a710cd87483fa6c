import type { Part } from "./stage.ts";

export const system: Part = async ({ record }) => {
  await record("system.health");
  await record("system.live");
  await record("system.ready");
  await record("system.models");
  await record("system.expected");
  await record("templates.catalog");
  await record("templates.download", { params: { id: "stoa-python" } });
};
