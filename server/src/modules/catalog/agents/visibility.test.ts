import { Agent, AgentList, Developer, NotificationList, PLANS, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { createAdmin, OPERATOR, readAuditEntries } from "../../../commands/admin/admin.fixture.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer();

async function developerOn(plan: "free" | "business", name: string) {
  const { client, db, plans } = server();
  const made = await personWithAgent(client, db, { name });
  const { username } = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("users.username")
    .where("account_id", "=", made.accountId)
    .executeTakeFirstOrThrow();
  if (plan !== "free") await plans.setPlan(username, plan, "test");
  const path = `/api/v1/agents/${made.agentId}`;
  return {
    ...made,
    username,
    read: async () => parseAnswer(Agent, await client.get(path, { token: made.token })),
    readAs: (person?: Person) => client.get(path, person ? { token: person.token } : {}),
    put: (changes: Partial<Record<"visibility" | "is_active", unknown>>) =>
      client.put(path, changes, { token: made.token }),
    found: async (words: string, token?: string) =>
      parseAnswer(
        AgentList,
        await client.get(`/api/v1/agents?search=${words}`, token === undefined ? {} : { token }),
      ).total,
    notices: async () =>
      parseAnswer(NotificationList, await client.get("/api/v1/notifications", { token: made.token }))
        .notifications,
  };
}

test("uploading a private agent or making one private on the Free plan returns 403 with the required plan", async () => {
  const { client } = server();
  const developer = await developerOn("free", "Openhearted");
  const refused = await developer.put({ visibility: "private" });
  expect(refused.status).toBe(403);
  const problem = parseAnswer(Problem, refused);
  expect(problem).toMatchObject({ error: "plan_required", errors: [{ field: "visibility" }] });
  expect(problem.detail).toContain(PLANS.business.name);
  expect(problem.detail).toContain(PLANS.free.name);
  expect((await developer.read()).visibility).toBe("public");
  const upload = await client.call("POST", "/api/v1/agents/upload", {
    token: developer.token,
    form: uploadForm({ fields: { visibility: "private" } }),
  });
  expect(upload.status).toBe(403);
  expect((await developer.put({ visibility: "unlisted" })).status).toBe(200);
  expect((await developer.put({ visibility: "secret" })).status).toBe(400);
});

test("an unlisted agent can be opened by its link but is not listed", async () => {
  const { client } = server();
  const developer = await developerOn("free", "Quillfeather");
  expect(await developer.found("quillfeather")).toBe(1);
  await developer.put({ visibility: "unlisted" });
  const stranger = await client.register();
  expect((await developer.readAs()).status).toBe(200);
  expect(parseAnswer(Agent, await developer.readAs(stranger)).visibility).toBe("unlisted");
  for (const token of [undefined, stranger.token, developer.token])
    expect(await developer.found("quillfeather", token)).toBe(0);
  expect((await client.get(`/api/v1/developers/${developer.username}`)).status).toBe(404);
  await developer.put({ visibility: "public" });
  expect(await developer.found("quillfeather")).toBe(1);
  const page = await client.get(`/api/v1/developers/${developer.username}`);
  expect(parseAnswer(Developer, page).agents).toBe(1);
});

test("an agent that is uploaded as private is visible only to its account, even right after the upload", async () => {
  const { client } = server();
  const developer = await developerOn("business", "Firstborn");
  const form = uploadForm({ fields: { name: "Wallflower", visibility: "private" } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(uploaded).toMatchObject({ status: 201, body: { agent: { visibility: "private" } } });
  expect(await developer.found("wallflower")).toBe(0);
  expect(await developer.found("wallflower", developer.token)).toBe(1);
  const { id } = Object(Object(uploaded.body).agent);
  expect((await client.get(`/api/v1/agents/${id}`)).status).toBe(404);
});

test("private agents become unlisted and inactive if the plan no longer includes them, and their owner is notified", async () => {
  const { client, db } = server();
  const developer = await developerOn("business", "Hermitage");
  await developer.put({ visibility: "private" });
  await createAdmin(db)("set-plan", developer.username, "creator");
  expect(await developer.read()).toMatchObject({ visibility: "unlisted", is_active: false });
  const stranger = await client.register();
  expect((await developer.readAs(stranger)).status).toBe(404);
  expect(await developer.found("hermitage")).toBe(0);
  const [notice] = await developer.notices();
  expect(notice).toMatchObject({ kind: "private_agents_closed", type: "warning" });
  expect(notice?.message).toContain(PLANS.creator.name);

  expect((await developer.put({ visibility: "private" })).status).toBe(403);
  expect((await developer.put({ is_active: true })).status).toBe(200);
  expect((await developer.readAs(stranger)).status).toBe(200);
  await createAdmin(db)("set-plan", developer.username, "free");
  expect((await developer.notices()).filter(({ kind }) => kind === "private_agents_closed")).toHaveLength(1);
});

test("an agent that is made private at the moment its owner's plan ends does not stay private", async () => {
  const { db, plans } = server();
  for (let round = 0; round < 5; round += 1) {
    const developer = await developerOn("business", `Raced ${round}`);
    const [changed] = await Promise.all([
      developer.put({ visibility: "private" }),
      plans.setPlan(developer.username, "free", "test"),
    ]);
    expect([200, 403]).toContain(changed.status);
    const { visibility } = await developer.read();
    expect(visibility).toBe(changed.status === 200 ? "unlisted" : "public");
  }
  const left = await db.selectFrom("agents").select("name").where("name", "like", "Raced %").execute();
  expect(left).toHaveLength(5);
});

test("an operator's change of an agent's visibility is audited, and the owner is notified", async () => {
  const { db } = server();
  const admin = createAdmin(db);
  const developer = await developerOn("free", "Beacon");
  const agent = String(developer.agentId);
  await expect(admin("set-visibility", agent, "private")).rejects.toThrow("does not include private agents");
  await expect(admin("set-visibility", agent, "hidden")).rejects.toThrow("Usage");
  const done = await admin("set-visibility", agent, "unlisted", "--reason", "Asked for by mail");
  expect(done.data).toMatchObject({ changed: true, visibility: "unlisted" });
  expect((await developer.read()).visibility).toBe("unlisted");
  expect(await developer.found("beacon")).toBe(0);
  expect((await developer.notices())[0]).toMatchObject({
    kind: "visibility_changed",
    agent_id: developer.agentId,
  });
  expect(await readAuditEntries(db, `agent:${agent}`)).toEqual([
    {
      actor: OPERATOR,
      action: "agent.set_visibility",
      reason: "Asked for by mail",
      before: { visibility: "public" },
      after: { visibility: "unlisted" },
    },
  ]);
  expect((await admin("set-visibility", agent, "unlisted")).data).toMatchObject({ changed: false });
});
