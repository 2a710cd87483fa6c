import { ExecutionResult } from "@stoa/contract";
import { expect, inject, test } from "vitest";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");

const AGENT = `import stoa

def run(message: str):
    stoa.progress("Reading", 0.5)
    stoa.log("was asked: " + message, level="warning")
    return stoa.model().complete(message)
`;

async function openSignedIn(person: Person): Promise<Window> {
  const window = await Window.open(server.url, person);
  return window;
}

test("a caller reads a run's trace, and the developer can read the caller's text only once it is shared", async () => {
  const client = new Client(server.url);
  const developer = await client.register();
  const caller = await client.register();
  const id = await uploadAgent(client, developer, "Talkative", AGENT);

  const buyer = await openSignedIn(caller);
  await buyer.page.goto(`/agent/${id}?tab=tryit`);
  await buyer.page.getByLabel("Message").fill("my secret");
  await buyer.page.getByRole("button", { name: "Run agent" }).click();
  await buyer.page.getByRole("button", { name: "Trace" }).click();
  const steps = buyer.page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await steps.first().waitFor();
  const stepTexts = await steps.allTextContents();
  expect(stepTexts).toHaveLength(3);
  expect(stepTexts[0]).toContain("Reading");
  expect(stepTexts[1]).toContain("was asked: my secret");
  expect(stepTexts[2]).toContain("stoa-basic");

  const studio = await openSignedIn(developer);
  const openTrace = async () => {
    await studio.page.goto("/developer-studio");
    await studio.page
      .getByRole("button", { name: /Talkative/ })
      .first()
      .click();
    await studio.page.getByRole("button", { name: /Success/ }).click();
    const list = studio.page.getByRole("dialog").getByRole("list", { name: "Steps" });
    await list.waitFor();
    return list.textContent();
  };
  const withheld = await openTrace();
  expect(withheld).toContain("Reading");
  expect(withheld).toContain("Hidden");
  expect(withheld).not.toContain("secret");

  await buyer.page.goto("/settings/logs");
  await buyer.page.getByRole("button", { name: "Talkative" }).click();
  const shared = buyer.page.waitForResponse((answer) => answer.url().endsWith("/share"));
  await buyer.page.getByLabel("Share this run").check();
  await shared;
  expect(await openTrace()).toContain("was asked: my secret");

  expect([...buyer.problems, ...studio.problems]).toEqual([]);
});

test("the URL names the open run, and Escape returns to the list", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const body = { agent_id: 1, input_data: { message: "Where is my parcel?" } };
  const { run_id } = parseAnswer(
    ExecutionResult,
    await client.post("/api/v1/execute/run", body, { token: person.token }),
  );
  const window = await openSignedIn(person);
  const { page } = window;
  await page.goto(`/settings/logs?run=${run_id}`);
  await page.getByRole("dialog").getByRole("region", { name: "Receipt" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.search.includes("run="));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(window.problems).toEqual([]);
});
