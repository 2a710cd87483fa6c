import type { Page } from "playwright-core";
import { at, press, type View } from "./view.ts";

async function openReceipt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Customer Support Bot" }).first().click();
  await page.getByRole("dialog").waitFor();
}

/** Opens the dialog that shares a run, and waits until it knows whether the run is shared. */
async function openShareDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Create link", disabled: false }).waitFor();
}

async function chooseOAuth1(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sign in").selectOption("oauth1");
  await dialog.getByLabel("Access token secret").first().scrollIntoViewIfNeeded();
}

async function lookAtHosts(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Hosts that agents reach" }).scrollIntoViewIfNeeded();
}

async function showRememberedValues(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show what Vocabulary Coach remembers" }).click();
  await page.getByRole("list", { name: "What Vocabulary Coach remembers" }).waitFor();
}

/** Scrolls to the table that a run returned, which loads only when it is near, and waits for its rows. */
async function readTable(page: Page): Promise<void> {
  const file = page.getByRole("dialog").getByRole("article", { name: "totals.csv" });
  await file.scrollIntoViewIfNeeded();
  await file.getByRole("table").waitFor();
}

/** The settings: each tab, each section of the API tab and each dialog. */
export const SETTINGS_VIEWS: readonly View[] = [
  at("/settings", "settings"),
  at("/settings", "password-change", { open: press("Change password") }),
  at("/settings", "delete-account", { open: press("Delete account") }),
  at("/settings", "sign-out-everywhere", { open: press("Sign out everywhere") }),
  at("/settings/billing", "billing"),
  at("/settings/billing", "billing-receipt", { open: openReceipt }),
  at("/settings/plans", "plans"),
  at("/settings/plans", "plans-coming-soon", { open: press("Upgrade to Business") }),
  at("/settings/connectors", "connectors"),
  at("/settings/connectors?connect=jira", "connector-add"),
  at("/settings/connectors?connect=api.example.com", "connector-add-api"),
  at("/settings/connectors?connect=api.example.com", "connector-add-oauth1", { open: chooseOAuth1 }),
  at("/connect/google?error=access_denied", "connector-refused"),
  at("/settings/connectors", "connector-edit", { open: press("Edit GitHub") }),
  at("/settings/connectors", "connector-delete", { open: press("Delete Slack") }),
  at("/settings/connectors", "connector-hosts", { open: lookAtHosts }),
  at("/settings/connectors", "connector-hosts-revoke", { open: press("Revoke the hosts of Exchange Rates") }),
  at("/settings/memory", "settings-memory", { open: showRememberedValues }),
  at("/settings/memory", "settings-memory-delete", { open: press("Delete everything") }),
  at("/settings/files", "files"),
  at("/settings/files", "file-delete", { open: press("Delete totals.csv") }),
  at("/settings/logs", "logs"),
  at("/settings/logs?period=24h&status=error", "logs-filtered"),
  { name: "run-details", path: ({ runs }) => `/settings/logs?run=${runs.answered}` },
  { name: "run-share", path: ({ runs }) => `/settings/logs?run=${runs.answered}`, open: openShareDialog },
  { name: "run-failed", path: ({ runs }) => `/settings/logs?run=${runs.failed}` },
  { name: "run-files", path: ({ report }) => `/settings/logs?run=${report.runId}`, open: readTable },
  at("/settings/api", "api"),
  at("/settings/api", "api-key-refresh", { open: press("Refresh") }),
  at("/settings/api?part=keys", "keys"),
  at("/settings/api?part=keys", "key-new", { open: press("New key") }),
  at("/settings/api?part=apps", "connected-apps"),
  at("/settings/api?part=apps", "connected-app-revoke", { open: press("Revoke Editor") }),
  { name: "app-consent", path: ({ appRequestPath }) => appRequestPath },
  { name: "app-refused", path: ({ appRequestPath }) => appRequestPath.replace("S256", "plain") },
  at("/settings/api?part=websites", "websites"),
  at("/settings/api?part=websites", "website-new", { open: press("Embed an agent") }),
  at("/settings/api?part=webhooks", "webhooks"),
  at("/settings/api?part=webhooks", "webhook-new", { open: press(/^(New|Add) webhook/) }),
  {
    name: "webhook-deliveries",
    path: ({ webhookId }) => `/settings/api?part=webhooks&webhook=${webhookId}`,
  },
  at("/settings/api?part=schedules", "schedules"),
  at("/settings/api?part=schedules", "schedule-new", { open: press("New schedule") }),
  {
    name: "schedule-history",
    path: ({ scheduleId }) => `/settings/api?part=schedules&schedule=${scheduleId}`,
  },
];
