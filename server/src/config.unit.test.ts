import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("uses the defaults if nothing is set, with the home in the working directory", () => {
  const config = readConfig({}, "/srv/stoa");
  expect(config).toMatchObject({
    port: 8080,
    host: "localhost",
    home: "/srv/stoa/.stoa",
    passwordMinLength: 6,
  });
  expect(config.lossBoundNano).toBe(1_000_000_000n);
});

test("treats an empty setting as missing", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }, "/srv").port).toBe(8080);
});

test("reads the ranges of the operator's network as a comma-separated list", () => {
  expect(readConfig({ STOA_OUTBOUND_ALLOW: "10.1.0.0/16, fd00::/8" }, "/srv").outboundAllow).toEqual([
    "10.1.0.0/16",
    "fd00::/8",
  ]);
});

test.each([
  ["true", 1],
  ["false", 0],
  ["1", 1],
  ["2", 2],
  ["10.1.0.0/16,fd00::/8", ["10.1.0.0/16", "fd00::/8"]],
])("reads the proxies %s as %j", (given, proxies) => {
  expect(readConfig({ STOA_TRUST_PROXY: given }, "/srv").proxies).toEqual(proxies);
});

test("disables mail, Google and GitHub if they are not configured, and points links to this machine", () => {
  expect(readConfig({ PORT: "9000" }, "/srv").signIn).toEqual({
    smtp: undefined,
    publicUrl: "http://localhost:9000",
    google: undefined,
    github: undefined,
  });
});

test("requires a public URL for links if the server is open to the network", () => {
  const env = {
    HOST: "0.0.0.0",
    STOA_SMTP_URL: "smtps://me%40x:p@mail.example.com",
    STOA_MAIL_FROM: "Stoa <stoa@example.com>",
    STOA_GOOGLE_CLIENT_ID: "id",
    STOA_GOOGLE_CLIENT_SECRET: "secret",
  };
  expect(() => readConfig(env, "/srv")).toThrow(/^STOA_PUBLIC_URL: /);
  expect(readConfig({ ...env, STOA_PUBLIC_URL: "https://stoa.example.com/" }, "/srv").signIn).toMatchObject({
    smtp: { url: env.STOA_SMTP_URL, from: env.STOA_MAIL_FROM },
    publicUrl: "https://stoa.example.com",
    google: { id: "id", secret: "secret" },
  });
});

test.each([
  [{ STOA_SMTP_URL: "smtp://mail.example.com" }, "STOA_MAIL_FROM"],
  [{ STOA_SMTP_URL: "http://mail.example.com", STOA_MAIL_FROM: "a@example.com" }, "STOA_SMTP_URL"],
  [{ STOA_SMTP_URL: "smtp:mail", STOA_MAIL_FROM: "a@example.com" }, "STOA_SMTP_URL"],
  [{ STOA_SMTP_URL: "mail.example.com", STOA_MAIL_FROM: "a@example.com" }, "STOA_SMTP_URL: must look like"],
  [
    { STOA_SMTP_URL: "smtp://a:b@mail host:587", STOA_MAIL_FROM: "a@example.com" },
    "STOA_SMTP_URL: must look like",
  ],
  [
    { STOA_SMTP_URL: "smtp://a:b%@m.example.com", STOA_MAIL_FROM: "a@example.com" },
    "STOA_SMTP_URL: must percent-encode",
  ],
  [
    { STOA_SMTP_URL: "smtp://%E0%A4:b@m.example.com", STOA_MAIL_FROM: "a@example.com" },
    "must percent-encode",
  ],
  [{ STOA_SMTP_URL: "smtp://m.example.com", STOA_MAIL_FROM: "Stoa" }, "STOA_MAIL_FROM"],
  [{ STOA_SMTP_URL: "smtp://m.example.com", STOA_MAIL_FROM: "a@example.com\r\nBcc: b@x" }, "STOA_MAIL_FROM"],
  [{ STOA_GITHUB_CLIENT_SECRET: "x" }, "STOA_GITHUB_CLIENT_ID"],
  [{ STOA_PUBLIC_URL: "https://stoa.example.com/app" }, "STOA_PUBLIC_URL"],
  [{ STOA_PUBLIC_URL: "stoa.example.com" }, "STOA_PUBLIC_URL"],
  [{ PORT: "eighty" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ DATABASE_URL: "mysql://localhost/x" }, "DATABASE_URL"],
  [{ DATABASE_URL: "nonsense" }, "DATABASE_URL"],
  [{ STOA_PASSWORD_MIN_LENGTH: "3" }, "STOA_PASSWORD_MIN_LENGTH"],
  [{ STOA_OUTBOUND_ALLOW: "10.0.0.0/8,everything" }, "STOA_OUTBOUND_ALLOW"],
  [{ STOA_OUTBOUND_ALLOW: "10.0.0.1" }, "STOA_OUTBOUND_ALLOW"],
  [{ STOA_TRUST_PROXY: "99" }, "STOA_TRUST_PROXY"],
  [{ STOA_TRUST_PROXY: "10.0.0.1" }, "number of proxies"],
])("refuses %j and names the setting", (env, name) => {
  expect(() => readConfig(env, "/srv")).toThrow(ConfigError);
  expect(() => readConfig(env, "/srv")).toThrow(name);
});
