import { type Part, registerPerson } from "./stage.ts";

/** Plays the actions of an operator over HTTP. Only the server's command line makes a person an operator. */
export const operators: Part = async ({ record, server, mail, linus, agentId }) => {
  const margaret = await registerPerson({ server, mail }, "margaret");
  await server.db
    .updateTable("users")
    .set({ is_operator: true })
    .where("username", "=", margaret.username)
    .execute();
  const params = { id: agentId };
  const body = { reason: "It copies what its callers send to a page of its own." };
  await record("operator.suspendAgent", { as: margaret, params, body });
  await record("operator.suspendAgent", { as: linus, params, body, status: 403 });
  await record("operator.restoreAgent", { as: margaret, params });
  await record("operator.audit", { as: margaret, query: { subject: `agent:${agentId}` } });
};
