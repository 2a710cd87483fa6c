import { getText, type Stage, UPLOAD_FORM } from "../reference/scenario/stage.ts";

/**
 * Ids of existing objects, keyed by the part of the path before them. Requests may delete the last object of each kind.
 */
export interface Seeds {
  password: string;
  ids: Record<string, (string | number)[]>;
}

const EVENTS = ["run.completed"];

/** Creates several objects of each kind that a path can name, owned by the caller. */
export async function makeSeeds({
  record,
  grace,
  ada,
  agentId,
  runId,
  hookUrl,
  gitLabUrl,
}: Stage): Promise<Seeds> {
  const as = grace;
  const makeThree = (make: (number: number) => Promise<string>) => Promise.all([1, 2, 3].map(make));
  const input_data = { message: "to be or not to be" };

  const form = { ...UPLOAD_FORM, name: "Grace's Counter", file: UPLOAD_FORM.file };
  const { agent } = await record("catalog.upload", { as, form, filename: "counter.py" });
  const ownAgent = Number(Object(agent).id);
  await record("versions.upload", {
    as,
    params: { id: ownAgent },
    form: { file: form.file },
    filename: "counter.py",
  });
  const review = await record("reviews.write", {
    as,
    params: { id: agentId },
    body: { rating: 4, text: "Useful." },
  });
  const run = await record("runs.run", { as: ada, body: { agent_id: ownAgent, input_data } });
  const reviewed = await record("reviews.write", {
    as: ada,
    params: { id: ownAgent },
    body: { rating: 5, text: "Counts." },
  });

  const schedule = { agent_id: agentId, input_data, cron: "0 9 1 * *", time_zone: "UTC", monthly_cap: 1 };
  const schedules = await makeThree(async (n) =>
    getText(await record("schedules.create", { as, body: { ...schedule, name: `Monthly ${n}` } }), "id"),
  );
  const webhooks = await makeThree(async () => {
    const { webhook } = await record("webhooks.create", { as, body: { url: hookUrl, events: EVENTS } });
    return getText(Object(webhook), "id");
  });
  const [hook = ""] = webhooks;
  const deliveries = await makeThree(async () =>
    getText(await record("webhooks.ping", { as, params: { id: hook } }), "id"),
  );
  const keys = await makeThree(async (n) => {
    const { key } = await record("keys.create", { as, body: { name: `Program ${n}` } });
    return getText(Object(key), "id");
  });
  const gitlab = { service_name: "gitlab", api_key: "glpat-seeded", service_config: { base_url: gitLabUrl } };
  const connectors = [
    getText(await record("connectors.add", { as, body: gitlab }), "id"),
    getText(
      await record("connectors.add", { as, body: { service_name: "openai", api_key: "sk-seeded" } }),
      "id",
    ),
  ];
  return {
    password: grace.password,
    ids: {
      agents: [agentId, ownAgent],
      agent: [ownAgent],
      reviews: [getText(review, "id"), getText(reviewed, "id")],
      runs: [runId, getText(run, "run_id")],
      versions: [1, 2],
      schedules,
      webhooks,
      deliveries,
      "api-keys": keys,
      connectors,
      grants: await listIds("connectors.grants", "", grace),
      notifications: await listIds("notifications.list", "notifications", grace),
      history: await listIds("billing.history", "history", grace),
      download: ["stoa-python"],
    },
  };

  async function listIds(operation: string, field: string, user: typeof grace) {
    const answer = await record(operation, { as: user });
    const rows = Object.values(field === "" ? answer : Object(answer[field]));
    return rows.map((row) => getText(Object(row), "id"));
  }
}
