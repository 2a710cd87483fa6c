import { getText, type Part } from "./stage.ts";

/** Plays the part in which Ada logs the command line in, and refuses a login that she did not start. */
export const deviceLogins: Part = async ({ record, ada: as }) => {
  const name = { client_name: "stoa-cli on ada-laptop" };
  const started = await record("deviceLogins.start", { body: name });
  const device_code = getText(started, "device_code");
  const user_code = getText(started, "user_code");
  await record("deviceLogins.collect", { body: { device_code }, status: 400 });
  await record("deviceLogins.get", { as, query: { user_code } });
  const chosen = { scopes: ["read", "run", "agents:write"], limit_per_day: 5 };
  await record("deviceLogins.approve", { as, body: { user_code, ...chosen } });
  await record("deviceLogins.collect", { body: { device_code } });
  const other = await record("deviceLogins.start", { body: name });
  await record("deviceLogins.refuse", { as, body: { user_code: getText(other, "user_code") } });
};
