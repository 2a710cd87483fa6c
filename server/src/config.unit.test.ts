import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("nothing given means the defaults, with the home below the working directory", () => {
  const config = readConfig({}, "/srv/stoa");
  expect(config).toMatchObject({
    port: 8080,
    host: "localhost",
    home: "/srv/stoa/.stoa",
    passwordMinLength: 6,
  });
  expect(config.lossBoundNano).toBe(1_000_000_000n);
});

test("an empty setting counts as not given", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }, "/srv").port).toBe(8080);
});

test("ranges of the own network are a list with commas", () => {
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
])("proxies %s are read as %j", (given, proxies) => {
  expect(readConfig({ STOA_TRUST_PROXY: given }, "/srv").proxies).toEqual(proxies);
});

test.each([
  [{ PORT: "eighty" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ DATABASE_URL: "mysql://localhost/x" }, "DATABASE_URL"],
  [{ DATABASE_URL: "nonsense" }, "DATABASE_URL"],
  [{ STOA_PASSWORD_MIN_LENGTH: "3" }, "STOA_PASSWORD_MIN_LENGTH"],
  [{ STOA_OUTBOUND_ALLOW: "10.0.0.0/8,everything" }, "STOA_OUTBOUND_ALLOW"],
  [{ STOA_OUTBOUND_ALLOW: "10.0.0.1" }, "STOA_OUTBOUND_ALLOW"],
  [{ STOA_TRUST_PROXY: "99" }, "STOA_TRUST_PROXY"],
  [{ STOA_TRUST_PROXY: "10.0.0.1" }, "how many proxies"],
])("%j is refused by its name", (env, name) => {
  expect(() => readConfig(env, "/srv")).toThrow(ConfigError);
  expect(() => readConfig(env, "/srv")).toThrow(name);
});
