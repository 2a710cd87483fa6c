import { AxeBuilder } from "@axe-core/playwright";
import { ExecutionResult } from "@stoa/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person, parsed } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { launchBrowser } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

let home: string;
let server: ServerProcess;
let browser: Browser;
let person: Person;
let runId: string;
let agentId: number;

const ASKING_AGENT = `STOA_CONNECTORS = [{"service": "slack", "methods": ["POST"]}, "notion"]


def run(message: str) -> str:
    return message
`;

beforeAll(async () => {
  home = temporaryHome();
  [server, browser] = await Promise.all([ServerProcess.start(home), launchBrowser()]);
  const client = new Client(server.url);
  person = await client.register({ username: "vera" });
  const run = { agent_id: 1, input_data: { message: "Where is my parcel?" } };
  const answer = await client.post("/api/v1/execute/run", run, { token: person.token });
  runId = parsed(ExecutionResult, answer).run_id;
  const connector = { service_name: "slack", api_key: "xoxb-looked-at", usage_quota: 100 };
  await client.post("/api/v1/connectors", connector, { token: person.token });
  agentId = await uploadAgent(client, person, "Asks first", ASKING_AGENT);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (home) removeHome(home);
});

const OPEN = [
  "/",
  "/signin",
  "/register",
  "/forgot-password",
  "/reset-password#token",
  "/marketplace",
  "/marketplace?search=nothing-like-this",
  "/compare?agents=1,4",
  "/developers/stoa",
  "/docs",
  "/docs/runs",
  "/no-such-page",
];
const SIGNED_IN = [
  "/marketplace?need=answer%20customers",
  "/agent/1",
  "/agent/999",
  "/dashboard",
  "/notifications",
  "/developer-studio",
  "/settings",
  "/settings/billing",
  "/settings/plans",
  "/settings/logs",
  "/settings/connectors",
  "/settings/connectors?connect=jira",
  "/settings/api",
];
const DESKTOP = { width: 1280, height: 900 };
/** The narrowest phone that look.md promises. */
const PHONE = { width: 360, height: 740 };
const SLICE = [
  { scheme: "light", viewport: DESKTOP },
  { scheme: "dark", viewport: PHONE },
] as const;
const REST = [
  { scheme: "dark", viewport: DESKTOP },
  { scheme: "light", viewport: PHONE },
] as const;
const VARIANTS = process.env.STOA_TEST_LONG ? [...SLICE, ...REST] : SLICE;

/** How the app keeps its session; read once from a real sign-in. */
async function sessionState(): Promise<
  Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>
> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/dashboard");
  const state = await context.storageState();
  await context.close();
  return state;
}

test.each(VARIANTS)(
  "every view is accessible and fits: $scheme, $viewport.width px",
  async ({ scheme, viewport }) => {
    const findings: string[] = [];
    for (const [paths, state] of [
      [OPEN, undefined],
      [[...SIGNED_IN, `/settings/logs?run=${runId}`, `/agent/${agentId}`], await sessionState()],
    ] as const) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        colorScheme: scheme,
        reducedMotion: "reduce",
        ...(state && { storageState: state }),
      });
      const page = await context.newPage();
      // An open stream of notifications would keep the network from ever being idle.
      await page.route("**/api/v1/notifications/events", (route) => route.fulfill({ status: 401 }));
      for (const path of paths) {
        await page.goto(path, { waitUntil: "networkidle" });
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
          .exclude("[data-base-ui-focus-guard]")
          .analyze();
        for (const { id, nodes } of violations)
          findings.push(`${path}: ${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        if (Number(width) > viewport.width) findings.push(`${path}: ${String(width)} px wide`);
      }
      await context.close();
    }
    expect(findings).toEqual([]);
  },
);
