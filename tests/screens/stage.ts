import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startPackageIndex, type TestIndex } from "../../runtime/supervisor/python/testing/package-index.ts";
import {
  connectApp,
  createRequest,
  registerApp,
  toQuery,
} from "../../server/src/modules/oauth/oauth.fixture.ts";
import { Client, type Person } from "../harness/client.ts";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { Actor, seedFile } from "./actor.ts";
import { reportSales, SALES_REPORT } from "./file-agent.ts";
import {
  DRAWN_DESK,
  EXCHANGE_RATES,
  FRAMEWORK_AGENTS,
  INVITATION_READER,
  INVOICE_PACKAGES,
  INVOICE_READER,
  LINK_READER,
  NEWS_SEARCH,
  OPEN_MENU,
  REQUEST_SORTER,
  TRAVEL_WEATHER,
  VOCABULARY_COACH,
  WAITING_ISSUES,
} from "./uploads.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
/**
 * The time limit for a scheduled run. It starts within a second and takes a fraction of a second, but more on a busy
 * machine.
 */
const RUN_MS = 30_000;

/** A server with people who have used it for a while. Their activity is real, created through the product's API. */
export interface Stage {
  readonly url: string;
  /** The person whose screens are shown. She runs and owns agents, calls the API, and is on the Creator plan. */
  readonly maya: Person;
  readonly agents: {
    readonly sorter: number;
    readonly issues: number;
    readonly desk: number;
    readonly menu: number;
    readonly weather: number;
    readonly invoices: number;
    readonly keyed: number;
    readonly coach: number;
    readonly report: number;
  };
  /** Her run and her chat with the agent that takes and returns files, and the path of the page that shares the run. */
  readonly report: { readonly runId: string; readonly chatId: string; readonly sharedPath: string };
  /** The IDs of two of her runs, one of which completed while the other failed. */
  readonly runs: { readonly answered: string; readonly failed: string };
  /** Her chat with agent 1, and the path of its shared copy. */
  readonly chat: { readonly id: string; readonly sharedPath: string };
  readonly webhookId: string;
  readonly scheduleId: string;
  /** The path of the consent screen with the request of an app. */
  readonly appRequestPath: string;
  close(): Promise<void>;
}

export interface StageOptions {
  /**
   * Whether to add LangChain and AutoGen agents, and enough runs that an agent is featured. This takes another minute.
   */
  readonly crowded?: boolean;
  /** The server's home, which is empty by default and is removed with the stage. */
  readonly home?: string;
}

/** Starts a server and simulates people who use it. */
export async function setStage({
  crowded = false,
  home = createTemporaryHome(),
}: StageOptions = {}): Promise<Stage> {
  const receiver = await startScriptedService(["localhost"]);
  const index = await startPackageIndex(...INVOICE_PACKAGES);
  const server = await startServer(home, receiver, index);
  const close = async () => {
    await server.stop();
    await receiver.close();
    await index.close();
    removeHome(home);
  };
  try {
    return { url: server.url, ...(await play(server, receiver, crowded)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startServer(home: string, receiver: ScriptedService, index: TestIndex): Promise<ServerProcess> {
  const authority = join(home, "authority.pem");
  writeFileSync(authority, receiver.ca);
  return ServerProcess.start(home, {
    NODE_EXTRA_CA_CERTS: authority,
    UV_DEFAULT_INDEX: index.url,
    STOA_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    // The simulated people send requests much faster than real people.
    STOA_RATE_LIMIT_FACTOR: "1000",
  });
}

async function play(server: ServerProcess, receiver: ScriptedService, crowded: boolean) {
  const client = new Client(server.url);
  const [maya, northwind, lexworks] = await Promise.all(
    ["maya", "northwind", "lexworks"].map((name) => Actor.register(client, name)),
  );
  if (!maya || !northwind || !lexworks) throw new Error("somebody could not register");
  execFileSync(process.execPath, [ENTRY, "admin", "set-plan", "maya", "creator"], {
    env: { PATH: process.env.PATH, STOA_HOME: server.home },
    stdio: "ignore",
  });
  const programs = await usePrograms(maya, receiver);
  const issues = await northwind.upload(WAITING_ISSUES);
  const sorter = await publish(maya, [northwind, lexworks]);
  const desk = await maya.upload(DRAWN_DESK);
  const menu = await northwind.upload(OPEN_MENU);
  const invoices = await maya.upload(INVOICE_READER);
  const keyed = await maya.upload(NEWS_SEARCH);
  await maya.ask("PUT", `/agents/${keyed}/secrets`, {
    json: { secrets: { NEWS_TOKEN: "news-0123456789", REGION: "eu" } },
  });
  await chooseRecipes(maya, menu);
  const weather = await northwind.upload(TRAVEL_WEATHER);
  for (const upload of [EXCHANGE_RATES, LINK_READER]) {
    const id = await lexworks.upload(upload);
    const { hosts } = await maya.getAgent(id);
    await maya.ask("POST", `/agents/${id}/hosts/allow`, { json: { hosts } });
  }
  const reporting = await northwind.upload(SALES_REPORT);
  const report = await reportSales(maya, reporting);
  const runs = await runAgents(maya, [northwind, lexworks], issues);
  const chat = await chatWithAgent(maya);
  const coach = await maya.upload(VOCABULARY_COACH);
  for (const message of ["gatto", "pioggia", "domani"]) await maya.run(coach, { message });
  if (crowded) await createCrowd([northwind, lexworks], FRAMEWORK_AGENTS);
  const agents = { sorter, issues, desk, menu, weather, invoices, keyed, coach, report: reporting };
  const appRequestPath = await connectEditor(client, maya.person);
  return { maya: maya.person, agents, runs, chat, report, appRequestPath, ...programs };
}

/** Connects an MCP client, and returns the path to which another one would send its user. */
async function connectEditor(client: Client, person: Person): Promise<string> {
  const redirect_uri = "http://localhost:3118/callback";
  const client_id = await registerApp({ client }, { client_name: "Editor", redirect_uris: [redirect_uri] });
  await connectApp({ client }, person, { client_id, redirect_uri }, { limit_per_day: 2 });
  const { parameters } = await createRequest({ client }, { client_id, redirect_uri });
  return `/oauth/authorize?${toQuery(parameters)}`;
}

/** Creates the keys, limits, webhook and schedules of a person whose programs run agents. */
async function usePrograms(maya: Actor, receiver: ScriptedService) {
  let calls = 0;
  // The receiver fails once, as if it were unavailable for a moment.
  receiver.answer(() => ({ status: ++calls === 2 ? 503 : 204 }));
  const url = `https://localhost:${receiver.port}/stoa`;
  const events = ["run.completed", "run.failed", "balance.low"];
  const { body } = await maya.ask("POST", "/webhooks", {
    json: { url, description: "Our help desk", events },
  });
  await maya.make("/users/api-keys", { name: "Nightly report", limit_per_run: 0.05, limit_per_day: 2 });
  await maya.make("/users/api-keys", { name: "Help desk", limit_per_month: 25 });
  await maya.make("/users/publishable-keys", {
    name: "Language school",
    agent_id: 3,
    origins: ["https://www.school.example", "https://school.example"],
    limit_per_day: 2,
  });
  await maya.ask("PUT", "/users/spending-limits", { json: { limit_per_run: 0.5, limit_per_day: 5 } });
  const scheduleId = await maya.make("/schedules", {
    name: "Morning digest",
    agent_id: 3,
    input_data: (await maya.getAgent(3)).examples[0] ?? {},
    cron: "0 9 * * MON-FRI",
    time_zone: "Europe/Berlin",
    monthly_cap: 2,
  });
  await maya.ask("POST", `/schedules/${scheduleId}/run`, { json: {} });
  const paused = await maya.make("/schedules", {
    name: "Weekly figures",
    agent_id: 2,
    input_data: (await maya.getAgent(2)).examples[0] ?? {},
    cron: "30 7 * * MON",
    time_zone: "UTC",
    monthly_cap: 1,
  });
  await maya.ask("POST", `/schedules/${paused}/pause`, { json: {} });
  await maya.make("/connectors", { service_name: "github", api_key: "ghp_of-maya", usage_quota: 500 });
  await maya.make("/connectors", { service_name: "slack", api_key: "xoxb-of-maya" });
  for (const host of ["recipes.maya.example", "api.shop.example"])
    await maya.make("/connectors", {
      service_name: "api",
      api_key: `key-of-maya-for-${host}`,
      service_config: { host, sign_in: "bearer" },
    });
  return { webhookId: String(Object(Object(body).webhook ?? body).id), scheduleId };
}

/**
 * Creates two agents of Maya, one with two versions, with runs and reviews by others. Returns the ID of the first
 * agent.
 */
async function publish(maya: Actor, others: readonly Actor[]): Promise<number> {
  const sorter = await maya.upload(REQUEST_SORTER);
  const longer = seedFile(REQUEST_SORTER.path).replace("MAX_REQUESTS = 30", "MAX_REQUESTS = 50");
  await maya.release(sorter, REQUEST_SORTER.path, longer, "Reads up to 50 requests at a time instead of 30.");
  const reader = await maya.upload(INVITATION_READER);
  for (const other of others) {
    for (let run = 0; run < 4; run++) await other.run(sorter);
    await other.run(reader);
  }
  const [first, second] = others;
  await first?.writeReview(sorter, 5, "Saves me the first half hour of the day. Urgent emails come first.");
  const review = await second?.writeReview(
    sorter,
    4,
    "Sorts well. I would like to choose the team names myself.",
  );
  await maya.ask("PUT", `/agents/${sorter}/reviews/${review}/reply`, {
    json: { text: "Custom teams will come with the next version." },
  });
  return sorter;
}

/** Lets Maya choose one of the two servers that an agent leaves to its callers. */
async function chooseRecipes(maya: Actor, menu: number): Promise<void> {
  const uses = (await maya.getAgent(menu)).connectors.filter(({ service }) => service !== "*");
  const connectors = ["recipes.maya.example"];
  const json = { uses: uses.map((use) => ({ ...use, connectors })) };
  await maya.ask("POST", `/agents/${menu}/connectors/grant`, { json });
}

/** Runs, favorites and reviews agents for Maya. */
async function runAgents(maya: Actor, others: readonly Actor[], issues: number) {
  for (const id of [1, 2, 3, 5, 6, 7, 8, 1, 2, 8]) await maya.run(id);
  const answered = await maya.run(4);
  const { body } = await maya.ask("GET", `/agents/${issues}/connectors`);
  const uses = (await maya.getAgent(issues)).connectors;
  if (!Array.isArray(body)) throw new Error("the connectors of an agent must be a list");
  await maya.ask("POST", `/agents/${issues}/connectors/grant`, { json: { uses } });
  const failed = await maya.run(issues, { owner: "octocat/hello-world", repository: "hello-world" });
  await maya.writeReview(1, 5, "The draft is what I would have written, with our own article in it.");
  await maya.writeReview(2, 4, "Finds what I am looking for. Charts would be nice.");
  for (const other of others) {
    for (const id of [1, 2, 4, 6]) await other.run(id);
    await other.writeReview(1, 4, "Sorted 40 of 42 emails correctly.");
    await other.writeReview(4, 5, "Quotes its sources, and says what they leave open.");
  }
  for (const id of [1, 4, issues]) await maya.ask("PUT", `/agents/${id}/favourite`, { json: {} });
  await waitForScheduledRun(maya);
  return { answered, failed };
}

/** Lets Maya talk to agent 1, run the second message again, and share the chat. */
async function chatWithAgent(maya: Actor) {
  const id = await maya.make("/conversations", { agent_id: 1 });
  const input_data = (await maya.getAgent(1)).examples[0] ?? { message: "Hello" };
  const say = (more: object = {}) =>
    maya.ask("POST", "/execute/run", {
      json: { agent_id: 1, input_data, conversation_id: id, ...more },
    });
  await say();
  await say();
  await say({ parent_turn: 1 });
  const url = await maya.make(`/conversations/${id}/share`, {}, "url");
  return { id, sharedPath: new URL(url).pathname };
}

async function waitForScheduledRun(maya: Actor): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  while (Date.now() < deadline) {
    const { body } = await maya.ask("GET", "/execute/my-usage?limit=50");
    const { usage_history: history } = Object(body);
    if (Array.isArray(history) && history.every(({ status }) => status !== "running" && status !== "queued"))
      return;
    await delay(100);
  }
  throw new Error("a scheduled run has not ended in time");
}

/** Creates agents built with a framework, and an agent that many people have run. */
async function createCrowd(people: readonly Actor[], uploads: readonly (typeof FRAMEWORK_AGENTS)[number][]) {
  for (const [index, upload] of uploads.entries()) {
    const owner = people[index % people.length];
    const other = people[(index + 1) % people.length];
    const id = await owner?.upload(upload);
    if (id !== undefined) for (let run = 0; run < 3; run++) await other?.run(id);
  }
  const lanes = people.map(async (person) => {
    const input = (await person.getAgent(3)).examples[0];
    for (let run = 0; run < FEATURED_RUNS / people.length; run++) await person.run(3, input);
  });
  await Promise.all(lanes);
}

/** The number of runs. An agent is featured from 500 runs on. */
const FEATURED_RUNS = 506;
