import { pino } from "pino";
import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import { createMailer } from "../../platform/mail/create-mailer.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { Accounts, type AccountsOptions } from "./service.ts";

/**
 * Creates the accounts service for tests of other modules. Emails are written to a silent log, and no sign-in provider
 * is enabled.
 */
export function testAccounts(
  parts: Pick<AccountsOptions, "db" | "pool" | "vault" | "events"> & Partial<AccountsOptions>,
): Accounts {
  const log = pino({ level: "silent" });
  return new Accounts({
    contentVault: TEST_CONTENT_VAULT,
    notify: insertNotice,
    mailer: createMailer(undefined, log),
    publicUrl: "http://localhost:8080",
    providers: new Map(),
    passwordMinLength: 6,
    signUpsPerDay: 20,
    checkEmbedding: () => Promise.resolve(undefined),
    prepareRevocation: () => Promise.resolve(() => undefined),
    personalData: [],
    log,
    ...parts,
  });
}
