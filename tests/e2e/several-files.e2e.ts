import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";

const FILES = {
  "library/main.py":
    "from pathlib import Path\n\nfrom shelves import find\n\nNOTE = Path('data/note.txt').read_text()\n\n\ndef main(message: str) -> str:\n    return f'{find(message)}: {NOTE}'\n",
  "library/shelves.py": "def find(title):\n    return f'{title} is on shelf 3'\n",
  "library/data/note.txt": "open until six",
  "library/.env": "KEY=1",
};
const pack = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );
const ARCHIVE = Buffer.from(pack(FILES));
/** The next version, in which two files differ. */
const SECOND = pack({
  ...FILES,
  "library/shelves.py": FILES["library/shelves.py"].replace("shelf 3", "shelf 4"),
  "library/data/note.txt": "open until eight",
});

let home: string;
let server: ServerProcess;

beforeAll(async () => {
  home = createSeededHome();
  server = await ServerProcess.start(home);
});
afterAll(async () => {
  await server?.stop();
  if (home) removeHome(home);
});

test("an archive of several files is listed, and its versions list the files", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/upload?open=upload");
  const dialog = page.getByRole("dialog");
  const file = { name: "library.zip", mimeType: "application/zip", buffer: ARCHIVE };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText(/^3 files, .*Left out \.env: set its values under Secrets/).waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Library");
  await dialog.getByLabel("Description").fill("Finds books on shelves.");
  await dialog
    .getByLabel("Documentation")
    .fill("Send the title of a book, and you get the number of its shelf and the opening hours.");
  await dialog.getByRole("button", { name: "Upload agent" }).press("Enter");
  await page.getByText("Your agent is listed").waitFor();
  const { body } = await client.get("/api/v1/agents?search=Library");
  const [agent] = Object(body).agents ?? [];
  const form = new FormData();
  form.set("file", new File([SECOND], "library.zip"));
  const path = `/api/v1/agents/${agent.id}/versions`;
  expect((await client.call("POST", path, { token: person.token, form })).status).toBe(201);
  await page.goto(`/developer-studio?agent=${agent.id}&part=versions`);
  const list = page.getByRole("group").filter({ hasText: "3 files" }).first();
  await list.getByText(/^3 files, /).click();
  await list.getByText("data/note.txt").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download version 2" }).click();
  expect((await download).suggestedFilename()).toBe("library-version-2.zip");
  await page.getByRole("button", { name: "What changed in version 2" }).click();
  const difference = page.getByRole("dialog");
  await difference.getByText("+    return f'{title} is on shelf 4'").waitFor();
  await difference.getByText("-open until six").waitFor();
  expect(window.problems).toEqual([]);
});
