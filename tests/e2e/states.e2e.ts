import { TEXTS } from "@stoa/contract";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { openSharedBrowser } from "./browser.ts";
import { FaultyCalls } from "./faulty-calls.ts";
import { uploadAgent } from "./upload-agent.ts";

/** Matches the card of any agent, because the most popular agents differ between servers. */
const CARD: unique symbol = Symbol("a card of an agent");

/** A part of a screen that shows the answer of one call. */
interface Part {
  readonly screen: string;
  /** Only the long suite tests this part, because it shows its states with the same components as another one. */
  readonly longOnly?: boolean;
  readonly path: string;
  readonly call: string;
  /** The text that is shown during the call. If undefined, a placeholder is shown. */
  readonly loading?: string;
  readonly failed: readonly string[];
  /** The label of the button that retries, if it is not "Retry". */
  readonly retry?: string;
  /** The text for an empty answer. Undefined if an answer is never empty. */
  readonly empty?: readonly string[];
  /** A text or agent card that is visible if there is data. */
  readonly loaded: string | RegExp | typeof CARD;
}

const NAME = "Quiet Echo";
/** The number of windows, one per core. More windows would only slow each other down. */
const WINDOWS = 2;
/** Several pages load at a time, on a machine that may be busy. */
const PATIENCE_MS = 30_000;
const AGENTS_FAILED = [TEXTS.agents.loadFailed, TEXTS.agents.unable];

const PARTS: readonly Part[] = [
  {
    screen: "the landing page, popular agents",
    longOnly: true,
    path: "/",
    call: "/agents",
    failed: ["Failed to load agents"],
    empty: ["No agents available yet"],
    loaded: CARD,
  },
  {
    screen: "the marketplace",
    path: "/marketplace",
    call: "/agents",
    failed: AGENTS_FAILED,
    empty: ["No agents available yet"],
    loaded: CARD,
  },
  {
    screen: "an agent's window",
    longOnly: true,
    path: "/marketplace?agent=1",
    call: "/agents/1",
    failed: AGENTS_FAILED,
    loaded: "Open as a page",
  },
  {
    screen: "an agent's page",
    path: "/agent/1",
    call: "/agents/1",
    failed: AGENTS_FAILED,
    loaded: "Try Now",
  },
  {
    screen: "a developer's page",
    longOnly: true,
    path: "/developers/stoa",
    call: "/developers/stoa",
    failed: ["Failed to load this developer"],
    loaded: "Listed agents",
  },
  {
    screen: "the dashboard, account",
    path: "/dashboard",
    call: "/billing/balance",
    failed: ["Unable to load account data. Please try again."],
    retry: "Refresh",
    loaded: /^of \$10\.00 total/,
  },
  {
    screen: "the dashboard, popular agents",
    longOnly: true,
    path: "/dashboard",
    call: "/agents",
    failed: AGENTS_FAILED,
    empty: ["No agents available yet"],
    loaded: CARD,
  },
  {
    screen: "the dashboard, recent usage",
    path: "/dashboard",
    call: "/execute/my-usage",
    failed: ["Failed to load usage data."],
    empty: ["No usage data available yet", "Start using agents to see your usage trends"],
    loaded: /^\d+ tokens?$/,
  },
  {
    screen: "the studio, my agents",
    path: "/developer-studio",
    call: "/agents/my-agents",
    failed: ["Failed to load your agent data"],
    empty: ["No agents yet"],
    loaded: NAME,
  },
  {
    screen: "settings, connectors",
    path: "/settings/connectors",
    call: "/connectors",
    loading: "Loading API connectors...",
    failed: ["Failed to load connectors", "Failed to load API connectors. Please try again."],
    empty: [
      "No API connectors yet",
      "Add your first API connector to start using external services in your agents",
    ],
    loaded: "Monthly Usage",
  },
  {
    screen: "settings, files",
    longOnly: true,
    path: "/settings/files",
    call: "/files",
    failed: ["Failed to load your files"],
    empty: ["No files yet"],
    loaded: "morning.txt",
  },
  {
    screen: "settings, logs",
    path: "/settings/logs",
    call: "/execute/my-usage",
    failed: ["Failed to load logs", "Failed to load usage data. Please try again."],
    empty: ["No usage logs yet", "Start using agents to see your usage history here"],
    loaded: "Showing 1 of 1 calls",
  },
  {
    screen: "settings, billing",
    longOnly: true,
    path: "/settings/billing",
    call: "/billing/history",
    failed: ["Failed to load your billing history"],
    empty: ["No activity yet"],
    loaded: "Starting credits",
  },
  {
    screen: "settings, keys",
    path: "/settings/api?part=keys",
    call: "/users/api-keys",
    failed: ["Failed to load your API keys"],
    loaded: "Main key",
  },
  {
    screen: "settings, schedules",
    longOnly: true,
    path: "/settings/api?part=schedules",
    call: "/schedules",
    failed: ["Failed to load your schedules"],
    empty: ["No schedules yet"],
    loaded: "Morning echo",
  },
  {
    screen: "settings, webhooks",
    longOnly: true,
    path: "/settings/api?part=webhooks",
    call: "/webhooks",
    failed: ["Failed to load your webhooks"],
    empty: ["No webhooks yet"],
    loaded: "https://example.com/stoa",
  },
  {
    screen: "notifications",
    path: "/notifications",
    call: "/notifications",
    failed: ["Could not load notifications."],
    empty: ["No notifications yet"],
    loaded: new RegExp(NAME),
  },
];

const server = inject("sharedServer");
let windows: Windows;
/** Opens a window in which the person is signed in. */
let openWindow: () => Promise<BrowserContext>;

beforeAll(async () => {
  const client = new Client(server.url);
  const person = await client.register();
  await giveHistory(client, person);
  const localStorage = [{ name: "stoa.token", value: person.token }];
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] };
  openWindow = async () => {
    const context = await (await openSharedBrowser()).newContext({ baseURL: server.url, storageState });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.clock.install();
    return context;
  };
  windows = new Windows(await Promise.all(Array.from({ length: WINDOWS }, openWindow)));
});

afterAll(() => windows?.close());

/**
 * A pool of windows for the tests. Only one test at a time uses a window, because the test changes the window's clock.
 */
class Windows {
  readonly #idle: BrowserContext[];
  #waiting: Array<(window: BrowserContext) => void> = [];

  constructor(idle: BrowserContext[]) {
    this.#idle = idle;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((window) => window.close()));
  }

  /**
   * Opens a page in a free window, waiting for one if necessary, and passes it to `look`. Closes the page and frees the
   * window afterwards.
   */
  async withPage(look: (page: Page) => Promise<void>): Promise<void> {
    const window =
      this.#idle.pop() ?? (await new Promise<BrowserContext>((lent) => this.#waiting.push(lent)));
    const page = await window.newPage();
    try {
      await look(page);
    } finally {
      await page.close();
      const next = this.#waiting.shift();
      if (next) next(window);
      else this.#idle.push(window);
    }
  }
}

/** Creates a listed agent with runs, a file, a connector, a schedule and a webhook for the person. */
async function giveHistory(client: Client, person: Person): Promise<void> {
  const source = "def run(message: str) -> str:\n    return message\n";
  const agent_id = await uploadAgent(client, person, NAME, source);
  const input_data = { message: "Good morning" };
  const form = new FormData();
  form.set("file", new File(["Good morning"], "morning.txt"));
  const upload = await client.call("POST", "/api/v1/files", { token: person.token, form });
  if (upload.status !== 201) throw new Error(`/files answered ${JSON.stringify(upload.body)}`);
  const requests = [
    ["/execute/run", { agent_id, input_data }],
    ["/connectors", { service_name: "openai", api_key: "sk-1", service_config: {}, usage_quota: 100 }],
    [
      "/schedules",
      { name: "Morning echo", agent_id, input_data, cron: "0 9 * * *", time_zone: "UTC", monthly_cap: 1 },
    ],
    ["/webhooks", { url: "https://example.com/stoa", events: ["run.completed"] }],
  ] as const;
  for (const [path, body] of requests) {
    const answer = await client.post(`/api/v1${path}`, body, { token: person.token });
    if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
  }
}

const findShown = (page: Page, what: Part["loaded"]) =>
  (what === CARD ? page.getByRole("article") : page.getByText(what, { exact: true })).first();

/** Simulates a person who returns after a while. Data that is older than 30 seconds is loaded again. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(31_000);
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
}

const getPainted = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

test.concurrent.for(PARTS.filter(({ longOnly }) => !longOnly || process.env.STOA_TEST_LONG))(
  "$screen has a loading, error, empty and loaded state, and keeps its data if a reload fails",
  ({ path, call, loading, failed, retry = "Retry", empty, loaded }, { expect }) =>
    windows.withPage(async (page) => {
      const calls = await FaultyCalls.intercept(page, call);
      const expectNoFailure = async () => {
        for (const text of failed) expect(await findShown(page, text).count()).toBe(0);
      };
      await calls.go("hold");
      await page.goto(path);
      const place =
        loading === undefined ? page.locator("main .animate-late").first() : findShown(page, loading);
      await place.waitFor();
      await calls.go("fail");
      for (const text of failed) await findShown(page, text).waitFor();

      // A reload that the app starts by itself, such as after a lost event stream, must not remove the button first.
      await calls.go("hold");
      await page.getByRole("button", { name: retry, exact: true }).first().click();
      await calls.go(empty ? "empty" : "pass");
      const brought: readonly Part["loaded"][] = empty ?? [loaded];
      for (const what of brought) await findShown(page, what).waitFor();
      await expectNoFailure();
      if (empty) {
        await calls.go("pass");
        await comeBack(page);
        await findShown(page, loaded).waitFor();
      }

      const before = calls.refused;
      await calls.go("fail");
      // Returning to the page during a load does not start another one, so return again until a request fails. The
      // client retries a failed request once.
      const getRefusals = async () => {
        if (calls.refused === before) await comeBack(page);
        return calls.refused - before;
      };
      await expect.poll(getRefusals, { timeout: PATIENCE_MS, interval: 500 }).toBeGreaterThan(1);
      await getPainted(page);
      expect(await findShown(page, loaded).isVisible()).toBe(true);
      await expectNoFailure();
    }),
);

test.concurrent.for([
  ["/marketplace", "/agents", TEXTS.agents.signInToView],
  ["/settings/logs", "/execute/my-usage", TEXTS.account.unauthorized],
] as const)("%s explains a 401", async ([path, call, text], { expect }) => {
  // A 401 ends the session of the window in which it occurs, so close this window afterwards.
  const context = await openWindow();
  const page = await context.newPage();
  await (await FaultyCalls.intercept(page, call, 401)).go("fail");
  await page.goto(path);
  await findShown(page, text).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  await context.close();
});
