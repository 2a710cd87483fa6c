import { expect, test } from "vitest";
import { createMailer } from "./create-mailer.ts";

test("without a mail server, links are written to the log for the operator, but not the text of other emails", () => {
  const lines: [string, object][] = [];
  const at = (level: string) => (details: object) => lines.push([level, details]);
  const mailer = createMailer(undefined, { info: at("info"), warn: at("warn"), error: at("error") });
  expect(mailer.sends).toBe(false);
  const mail = { to: "mira@example.com", subject: "Set a new password", text: "secret words" };
  mailer.post({ ...mail, link: "https://stoa.example/reset-password#abc" });
  mailer.post(mail);
  expect(lines).toEqual([
    ["warn", { to: mail.to, subject: mail.subject, link: "https://stoa.example/reset-password#abc" }],
    ["info", { to: mail.to, subject: mail.subject }],
  ]);
});
