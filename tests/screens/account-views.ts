import type { Page } from "playwright-core";
import { DELIVERY_DESK } from "./delivery-desk.ts";
import { SALES_CSV } from "./file-agent.ts";
import { at, press, type View } from "./view.ts";

async function runExample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("button", { name: "Run again" }).waitFor();
}

async function runBoth(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run both/ }).click();
  await page.getByText("Finished").nth(1).waitFor();
}

/** Selects a workflow file, so that the output node can be chosen. */
async function chooseWorkflow(page: Page): Promise<void> {
  const file = { name: "desk.json", mimeType: "application/json", buffer: Buffer.from(DELIVERY_DESK) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByLabel("Output node").scrollIntoViewIfNeeded();
}

/** Opens the list of templates, which the app loads only then. */
async function openTemplates(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start from a template" }).click();
  await dialog.getByRole("button", { name: "Use the template Python function" }).waitFor();
  await dialog.getByLabel("Framework").scrollIntoViewIfNeeded();
}

/** An agent that needs a model which no server offers. */
const NEEDS_A_MODEL = `from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-99-turbo")


def run(message: str) -> str:
    return model.invoke(message).content
`;

/** Selects a file whose model is not available, which may be uploaded as inactive. */
async function chooseFileWithoutModel(page: Page): Promise<void> {
  const file = { name: "writer.py", mimeType: "text/x-python", buffer: Buffer.from(NEEDS_A_MODEL) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByLabel("Upload as inactive").scrollIntoViewIfNeeded();
}

/** An agent whose code names a host that it does not declare. */
const NEEDS_A_HOST = `import requests

STOA_HOSTS = ["api.open-meteo.com"]


def run(message: str) -> str:
    return requests.get("https://api.tavily.com/search", params={"q": message}).text
`;

/** Selects a file that names an undeclared host, for which the check suggests the line to add. */
async function chooseFileWithoutHost(page: Page): Promise<void> {
  const file = { name: "search.py", mimeType: "text/x-python", buffer: Buffer.from(NEEDS_A_HOST) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByText("STOA_HOSTS = ").scrollIntoViewIfNeeded();
}

/** An agent that imports a package that the server does not have. */
const NEEDS_A_PACKAGE =
  "import pandas\nimport yfinance\n\n\ndef run(message: str) -> str:\n    return message\n";

/** Selects a file with an import that the server lacks. The upload offers the block that declares the package. */
async function chooseFileWithoutPackage(page: Page): Promise<void> {
  const file = { name: "prices.py", mimeType: "text/x-python", buffer: Buffer.from(NEEDS_A_PACKAGE) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Add the block and check again" }).scrollIntoViewIfNeeded();
}

async function lookAtPackages(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Versions and sizes" }).scrollIntoViewIfNeeded();
}

/** Pastes a .env file with a variable that cannot be set. */
async function pasteEnvFile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Paste .env" }).click();
  const text = 'TAVILY_API_KEY=tvly-0123456789\nNOTION_TOKEN="ntn_0123456789"\nPATH=/usr/bin\n';
  await page.getByRole("dialog").getByLabel("Contents").fill(text);
}

/** Tries to leave a form that has unsaved input. */
async function leaveUpload(page: Page): Promise<void> {
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Invoice reader");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard this upload?" }).waitFor();
}

/** Sets a price at which a short call would cost dollars. */
async function setHighPrice(page: Page): Promise<void> {
  await page.getByLabel("New price per token").fill("0.01");
  await page.getByRole("button", { name: "Announce increase" }).click();
  await page.getByRole("dialog", { name: "Confirm price" }).waitFor();
}

async function lookAtVisibility(page: Page): Promise<void> {
  await page.getByLabel("Visibility").selectOption("unlisted");
  await page.getByRole("heading", { name: "Access", exact: true }).scrollIntoViewIfNeeded();
}

/** Runs a workflow and opens the output of one of its nodes. */
async function runWorkflow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  await page.getByRole("button", { name: /^Urgent\?/ }).press("Enter");
  await page.getByRole("region", { name: "What Urgent? did" }).getByText("flowers for Rosa").waitFor();
  await page.getByRole("heading", { name: "Workflow" }).scrollIntoViewIfNeeded();
}

async function compareWithPinnedData(page: Page): Promise<void> {
  await press("Compare with n8n")(page);
  await page.getByRole("list", { name: "Differences of Today" }).waitFor();
}

/** Scrolls to text that is below the visible part of the page on a phone. */
const lookAt = (text: string | RegExp) => (page: Page) => page.getByText(text).scrollIntoViewIfNeeded();

async function lookAtHosts(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Allow these hosts" }).scrollIntoViewIfNeeded();
}

/** Waits for the last answer of the chat. */
async function readChat(page: Page): Promise<void> {
  await page.getByRole("log").getByRole("button", { name: "Retry" }).last().waitFor();
}

/** Uploads a file in the form. */
async function chooseFiles(page: Page): Promise<void> {
  const sales = page.getByLabel("Sales", { exact: true });
  await sales.setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(SALES_CSV) });
  await page.getByRole("button", { name: "Remove sales.csv" }).waitFor();
  await sales.scrollIntoViewIfNeeded();
}

/** Waits for the table below the last answer of a chat. */
async function readTable(page: Page): Promise<void> {
  await page.getByRole("log").getByRole("table").first().waitFor();
}

async function openShareDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^More actions/ }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
}

async function lookAtReach(page: Page): Promise<void> {
  await page.getByText(/^Sends requests to/).scrollIntoViewIfNeeded();
}

async function lookAtServices(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Choose: / }).scrollIntoViewIfNeeded();
}

/** The views of agents and of past runs for a signed-in person. */
export const ACCOUNT_VIEWS: readonly View[] = [
  at("/marketplace?need=pull%20the%20amounts%20off%20invoices", "marketplace-need"),
  at("/marketplace?favourites=true", "favourites"),
  at("/agent/4", "agent"),
  at("/agent/1?tab=usage", "agent-usage"),
  at("/agent/1?tab=tryit", "agent-try", { open: runExample }),
  at("/agent/1?tab=chat", "agent-new-chat", {
    open: (page) => page.getByRole("textbox", { name: /^Message to / }).waitFor(),
  }),
  { name: "agent-chat", path: ({ chat }) => `/agent/1?chat=${chat.id}`, open: readChat },
  { name: "chat-menu", path: ({ chat }) => `/agent/1?chat=${chat.id}`, open: press(/^More actions/, "menu") },
  { name: "chat-share", path: ({ chat }) => `/agent/1?chat=${chat.id}`, open: openShareDialog },
  { name: "agent-files", path: ({ agents }) => `/agent/${agents.report}?tab=tryit`, open: chooseFiles },
  {
    name: "chat-files",
    path: ({ report, agents }) => `/agent/${agents.report}?chat=${report.chatId}`,
    open: readTable,
  },
  {
    name: "chat-image",
    path: ({ report, agents }) => `/agent/${agents.report}?chat=${report.chatId}`,
    open: press("Enlarge sales-by-region.png"),
  },
  at("/chats", "chats"),
  at("/chats?search=nothing-like-this", "chats-empty"),
  { name: "shared-chat", path: ({ chat }) => chat.sharedPath },
  { name: "shared-run", path: ({ report }) => report.sharedPath },
  { name: "agent-services", path: ({ agents }) => `/agent/${agents.issues}?tab=tryit` },
  {
    name: "agent-open-servers",
    path: ({ agents }) => `/agent/${agents.menu}`,
    open: lookAtServices,
  },
  {
    name: "agent-choose-apis",
    path: ({ agents }) => `/agent/${agents.menu}`,
    open: press(/^Choose: Any server, chosen by the caller/),
  },
  { name: "agent-network", path: ({ agents }) => `/agent/${agents.weather}`, open: lookAtHosts },
  {
    name: "agent-allow-hosts",
    path: ({ agents }) => `/agent/${agents.weather}`,
    open: press("Allow these hosts"),
  },
  {
    name: "agent-network-try",
    path: ({ agents }) => `/agent/${agents.weather}?tab=tryit`,
    open: lookAtReach,
  },
  { name: "agent-own", path: ({ agents }) => `/agent/${agents.sorter}` },
  {
    name: "agent-packages",
    path: ({ agents }) => `/agent/${agents.invoices}`,
    open: lookAtPackages,
  },
  {
    name: "agent-package-versions",
    path: ({ agents }) => `/agent/${agents.invoices}`,
    open: press("Versions and sizes"),
  },
  at("/agent/999", "agent-missing", { missing: true }),
  at("/marketplace?agent=2&tab=tryit", "agent-window-try"),
  at("/side-by-side?left=1&right=14", "side-by-side", { open: runBoth }),
  at("/dashboard", "dashboard"),
  at("/dashboard", "notifications-bell", { open: press(/^Notifications/) }),
  at("/dashboard", "account-menu", { open: press(/^Account menu/, "menu") }),
  at("/notifications", "notifications"),
];

/** The Developer Studio, with each section of an agent expanded and each dialog open. */
export const STUDIO_VIEWS: readonly View[] = [
  at("/developer-studio", "studio"),
  ...(["analytics", "versions", "reviews", "manage"] as const).map(
    (part): View => ({
      name: `studio-${part}`,
      path: ({ agents }) => `/developer-studio?agent=${agents.sorter}&part=${part}`,
    }),
  ),
  {
    name: "studio-packages",
    path: ({ agents }) => `/developer-studio?agent=${agents.invoices}&part=packages`,
    open: lookAt("Build log"),
  },
  {
    name: "studio-secrets",
    path: ({ agents }) => `/developer-studio?agent=${agents.keyed}&part=secrets`,
    open: lookAt(/^Values are masked/),
  },
  {
    name: "studio-secret-new",
    path: ({ agents }) => `/developer-studio?agent=${agents.keyed}&part=secrets`,
    open: press("Add secret"),
  },
  {
    name: "studio-secrets-env",
    path: ({ agents }) => `/developer-studio?agent=${agents.keyed}&part=secrets`,
    open: pasteEnvFile,
  },
  {
    name: "studio-shared-memory",
    path: ({ agents }) => `/developer-studio?agent=${agents.coach}&part=memory`,
    open: lookAt(/^The values of/),
  },
  { name: "agent-missing-secrets", path: ({ agents }) => `/agent/${agents.keyed}` },
  {
    name: "studio-difference",
    path: ({ agents }) => `/developer-studio?agent=${agents.sorter}&part=versions`,
    open: press("What changed in version 2"),
  },
  {
    name: "studio-new-version",
    path: ({ agents }) => `/developer-studio?agent=${agents.sorter}`,
    open: press("New version"),
  },
  ...Object.entries({
    visibility: lookAtVisibility,
    price: setHighPrice,
    archive: press(/^Archive$/),
    delete: press(/^Delete$/),
  }).map(
    ([name, open]): View => ({
      name: `studio-manage-${name}`,
      path: ({ agents }) => `/developer-studio?agent=${agents.sorter}&part=manage`,
      open,
    }),
  ),
  at("/upload?open=upload", "studio-upload"),
  at("/upload?open=upload", "studio-upload-templates", { open: openTemplates }),
  at("/upload?open=upload", "studio-upload-discard", { open: leaveUpload }),
  at("/upload?open=upload", "studio-upload-missing-model", { open: chooseFileWithoutModel }),
  at("/upload?open=upload", "studio-upload-network", { open: chooseFileWithoutHost }),
  at("/upload?open=upload", "studio-upload-packages", { open: chooseFileWithoutPackage }),
  at("/upload?open=upload", "studio-upload-workflow", { open: chooseWorkflow }),
  {
    name: "studio-playground",
    path: ({ agents }) => `/developer-studio?open=playground&play=${agents.sorter}`,
  },
  {
    name: "studio-workflow",
    path: ({ agents }) => `/developer-studio?open=playground&play=${agents.desk}`,
    open: runWorkflow,
  },
  {
    name: "studio-comparison",
    path: ({ agents }) => `/developer-studio?agent=${agents.desk}`,
    open: compareWithPinnedData,
  },
];
