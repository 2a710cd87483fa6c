import { afterAll, beforeAll, expect, test } from "vitest";
import { startPackageIndex, type TestIndex } from "../../runtime/supervisor/python/testing/package-index.ts";
import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";

const AGENT = "import polars\n\n\ndef run(message: str) -> str:\n    return f'{message} {polars.VERSION}'\n";

let home: string;
let server: ServerProcess;
let client: Client;
let index: TestIndex;

beforeAll(async () => {
  home = createSeededHome();
  index = await startPackageIndex({ name: "polars", version: "1.30.0" });
  server = await ServerProcess.start(home, { UV_DEFAULT_INDEX: index.url });
  client = new Client(server.url);
});

afterAll(async () => {
  await server?.stop();
  await index?.close();
  if (home) removeHome(home);
});

test("a button adds the missing packages to a file, and the agent's pages list them", async () => {
  const window = await Window.open(server.url, await client.register());
  const { page } = window;
  await page.goto("/upload?open=upload");
  const dialog = page.getByRole("dialog");
  const file = { name: "prices.py", mimeType: "text/x-python", buffer: Buffer.from(AGENT) };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText("The file imports polars, which this server does not have.").waitFor();
  await dialog.getByRole("button", { name: "Add the block and check again" }).press("Enter");
  await dialog.getByText(/^1 package, 0\.0 MB to download, for Python 3\./).waitFor();
  expect(await dialog.getByRole("button", { name: "Add the block and check again" }).count()).toBe(0);
  await dialog.getByLabel("Name", { exact: true }).fill("Price table");
  await dialog.getByLabel("Description").fill("Makes a table of prices from text.");
  await dialog
    .getByLabel("Documentation")
    .fill(
      "Send prices as text, one a line. You get a table of them, sorted from the lowest to the highest price.",
    );
  await dialog.getByRole("button", { name: "Upload agent" }).press("Enter");
  await page.getByText("Your agent is listed").waitFor();
  const [agent] =
    (await client.get("/api/v1/agents?search=Price%20table").then(({ body }) => Object(body).agents)) ?? [];
  await page.goto(`/agent/${agent.id}`);
  await page.getByRole("heading", { name: "Packages" }).waitFor();
  await page.getByRole("button", { name: "Versions and sizes" }).press("Enter");
  const versions = page.getByRole("dialog", { name: "Packages of version 1" });
  await versions.getByRole("cell", { name: "1.30.0" }).waitFor();
  await versions.getByText("Build log").click();
  await versions.getByText("Chose polars 1.30.0").waitFor();
  expect(window.problems).toEqual([]);
});
