import { getText, type Part } from "./stage.ts";

/** Plays the part in which Grace talks to Ada's agent, branches, shares and deletes. */
export const conversations: Part = async ({ record, grace, agentId: agent_id, server }) => {
  const as = grace;
  const created = await record("conversations.create", { as, body: { agent_id, max_cost: 1 } });
  await record("conversations.create", { as, body: { agent_id: 4711 }, status: 404 });
  const id = getText(created, "id");
  const params = { id };
  for (const message of ["To be or not to be", "That is the question"]) {
    const json = { agent_id, input_data: { message }, conversation_id: id };
    await server.client.post("/api/v1/execute/run", json, { token: grace.token });
  }
  await record("conversations.list", { as, query: { search: "be" } });
  await record("conversations.get", { as, params });
  await record("conversations.turns", { as, params });
  await record("conversations.update", { as, params, body: { title: "Hamlet" } });
  const branch = await record("conversations.branch", { as, params, body: { turn: 1 } });
  const link = await record("conversations.share", { as, params });
  const token = getText(link, "url").split("/").at(-1) ?? "";
  await record("conversations.shared", { params: { token } });
  await record("conversations.unshare", { as, params });
  await record("conversations.export", { as, params, query: { format: "json" } });
  await record("conversations.remove", { as, params: { id: getText(branch, "id") } });
};
