import { afterEach, expect, test } from "vitest";
import { MailServer } from "../../../../tests/harness/mail-server.ts";
import { makeTlsIdentity } from "../../../../tests/harness/tls-authority.ts";
import { SmtpMailer, type SmtpSettings } from "./smtp-mailer.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function setUp(
  options: Parameters<typeof MailServer.start>[0],
  settings: (port: number) => Partial<SmtpSettings> = () => ({}),
) {
  const server = await MailServer.start(options);
  const logged: string[] = [];
  const said: (() => void)[] = [];
  const note = (_details: object, message: string) => {
    logged.push(message);
    for (const wake of said.splice(0)) wake();
  };
  const mailer = new SmtpMailer(
    {
      url: `smtp://localhost:${server.port}`,
      from: "Stoa <stoa@example.com>",
      retryAfterMs: [1, 1],
      ...settings(server.port),
    },
    { info: note, warn: note, error: note },
  );
  opened.push(mailer, server);
  const saying = async (message: string) => {
    while (!logged.includes(message)) await new Promise<void>((resolve) => said.push(resolve));
    return logged;
  };
  return { server, mailer, saying };
}

const MAIL = { to: "mira@example.com", subject: "Hello", text: "A line that is\nfollowed by another\n" };

test("with a user name and password, mail is encrypted and marked as auto-generated", async () => {
  const identity = makeTlsIdentity(["localhost"]);
  const { server, mailer } = await setUp(
    { identity, login: { user: "stoa@example.com", password: "p@ss/word" } },
    (port) => ({
      url: `smtp://stoa%40example.com:p%40ss%2Fword@localhost:${port}`,
      ca: identity.ca,
    }),
  );
  mailer.post(MAIL);
  const mail = await server.take("mira@example.com", "Hello");
  expect(mail).toMatchObject({ encrypted: true, user: "stoa@example.com" });
  expect(mail.head).toMatch(/^From: Stoa <stoa@example.com>$/m);
  expect(mail.head).toMatch(/^Auto-Submitted: auto-generated$/im);
  expect(mail.text).toContain("A line that is\r\nfollowed by another");
});

test("without credentials, mail to a local server is sent unencrypted, whatever its certificate", async () => {
  const { server, mailer } = await setUp({ identity: makeTlsIdentity(["elsewhere.example.com"]) });
  mailer.post(MAIL);
  expect(await server.take("mira@example.com", "Hello")).toMatchObject({ encrypted: false, user: undefined });
});

test("never sends credentials to a server without encryption", async () => {
  const { server, mailer, saying } = await setUp({ login: { user: "stoa", password: "secret" } }, (port) => ({
    url: `smtp://stoa:secret@localhost:${port}`,
  }));
  mailer.post(MAIL);
  await saying("mail dropped after the last attempt");
  expect(server.tries).toBe(0);
});

test("refuses a server with a certificate from an unknown authority", async () => {
  const { server, mailer, saying } = await setUp(
    { identity: makeTlsIdentity(["localhost"]), login: { user: "stoa", password: "secret" } },
    (port) => ({ url: `smtp://stoa:secret@localhost:${port}` }),
  );
  mailer.post(MAIL);
  await saying("mail dropped after the last attempt");
  expect(server.tries).toBe(0);
});

test("retries after a temporary refusal", async () => {
  const { server, mailer, saying } = await setUp({
    refusals: [
      { code: 451, text: "greylisted" },
      { code: 421, text: "starting" },
    ],
  });
  mailer.post(MAIL);
  await server.take("mira@example.com", "Hello");
  expect(await saying("mail sent")).toEqual([
    "failed to send mail; will retry",
    "failed to send mail; will retry",
    "mail sent",
  ]);
});

test("does not retry after a permanent refusal", async () => {
  const { server, mailer, saying } = await setUp({ refusals: [{ code: 550, text: "no such mailbox" }] });
  mailer.post(MAIL);
  expect(await saying("mail dropped after the last attempt")).toEqual([
    "mail dropped after the last attempt",
  ]);
  expect(server.tries).toBe(1);
});

test("close waits for mail in delivery and drops mail that waits for a retry", async () => {
  const { server, mailer, saying } = await setUp({ refusals: [{ code: 451, text: "later" }] }, () => ({
    retryAfterMs: [3_600_000],
  }));
  mailer.post({ ...MAIL, to: "waits@example.com" });
  await saying("failed to send mail; will retry");
  mailer.post(MAIL);
  await mailer.close();
  expect(await saying("emails dropped: the server is stopping")).toBeDefined();
  expect(server.mails.map(({ to }) => to)).toEqual(["mira@example.com"]);
});

test("mail that fails during close is dropped without a retry", async () => {
  const { mailer, saying } = await setUp({ refusals: [{ code: 451, text: "later" }] }, () => ({
    retryAfterMs: [3_600_000],
  }));
  mailer.post(MAIL);
  await mailer.close();
  expect(await saying("mail dropped after the last attempt")).toEqual([
    "mail dropped after the last attempt",
  ]);
});
