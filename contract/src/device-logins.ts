import * as z from "zod";
import { KeyName, KeyScopes, SpendingLimit } from "./keys.ts";
import { defineRoute } from "./routes.ts";
import { DEFAULT_SCOPES } from "./scope-labels.ts";
import { Ok, Timestamp } from "./values.ts";

export const DEVICE_LOGIN = {
  /** How long a person has to approve the login of a program. GitHub gives the same time. */
  minutes: 15,
  /** The least time between two polls of a program that waits for its login: what RFC 8628 recommends. */
  intervalSeconds: 5,
} as const;

/** A code that a person copies, such as BCDF-GHJK. Case, spaces and dashes do not matter. */
const UserCode = z
  .string({ error: "The code is required" })
  .max(40, "This is not a code that a program shows")
  .meta({ description: "The code that the program shows, such as `BCDF-GHJK`" });

export const StartDeviceLoginRequest = z
  .strictObject({
    client_name: KeyName.meta({ description: "The program and its machine. The API key gets this name" }),
  })
  .meta({ id: "StartDeviceLoginRequest" });

export const StartedDeviceLogin = z
  .object({
    device_code: z.string().meta({ description: "Secret with which the program asks for its API key" }),
    user_code: z.string(),
    verification_uri: z.url().meta({ description: "Page on which the person enters `user_code`" }),
    verification_uri_complete: z.url().meta({ description: "The same page with the code filled in" }),
    expires_in: z.int().meta({ description: "Seconds until the login expires" }),
    interval: z.int().meta({ description: "Least number of seconds between two requests for the key" }),
  })
  .meta({ id: "StartedDeviceLogin" });
export type StartedDeviceLogin = z.infer<typeof StartedDeviceLogin>;

/** Valid codes have 43 characters. Any other code gets the same response as an expired one. */
export const CollectDeviceLoginRequest = z
  .strictObject({ device_code: z.string().min(1).max(200) })
  .meta({ id: "CollectDeviceLoginRequest" });

/** The only response that contains the key itself. */
export const DeviceLoginKey = z
  .object({
    api_key: z.string(),
    key_name: z.string().meta({ description: "Name of the key in the list of API keys" }),
    username: z.string(),
  })
  .meta({ id: "DeviceLoginKey" });
export type DeviceLoginKey = z.infer<typeof DeviceLoginKey>;

export const DeviceLogin = z
  .object({
    user_code: z.string(),
    client_name: z.string().meta({ description: "What the program calls itself. Nobody has checked it" }),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: "DeviceLogin" });
export type DeviceLogin = z.infer<typeof DeviceLogin>;

export const ApproveDeviceLoginRequest = z
  .strictObject({
    user_code: UserCode,
    scopes: KeyScopes.default([...DEFAULT_SCOPES]),
    limit_per_day: SpendingLimit.default(null).meta({
      description: "Maximum spending of the key per UTC day in USD; null means no limit",
    }),
  })
  .meta({ id: "ApproveDeviceLoginRequest" });
export type ApproveDeviceLoginRequest = z.infer<typeof ApproveDeviceLoginRequest>;

export const RefuseDeviceLoginRequest = z
  .strictObject({ user_code: UserCode })
  .meta({ id: "RefuseDeviceLoginRequest" });

/** The login of programs that have no browser, as in RFC 8628. */
export const deviceLoginRoutes = {
  start: defineRoute({
    method: "POST",
    path: "/users/device-logins",
    auth: "public",
    tag: "API keys",
    summary: "Start the login of a program",
    body: StartDeviceLoginRequest,
    status: 200,
    reply: StartedDeviceLogin,
  }),
  collect: defineRoute({
    method: "POST",
    path: "/users/device-logins/token",
    auth: "public",
    tag: "API keys",
    summary: "Get the key of a program's login",
    body: CollectDeviceLoginRequest,
    status: 200,
    reply: DeviceLoginKey,
    fails: [403],
  }),
  get: defineRoute({
    method: "GET",
    path: "/users/device-logins",
    auth: "session",
    tag: "API keys",
    summary: "Get a program's login by its code",
    query: z.object({ user_code: UserCode }),
    status: 200,
    reply: DeviceLogin,
    fails: [401, 404],
  }),
  approve: defineRoute({
    method: "POST",
    path: "/users/device-logins/approve",
    auth: "session",
    tag: "API keys",
    summary: "Approve a program's login",
    body: ApproveDeviceLoginRequest,
    status: 200,
    reply: Ok,
    fails: [401, 403, 404],
  }),
  refuse: defineRoute({
    method: "POST",
    path: "/users/device-logins/refuse",
    auth: "session",
    tag: "API keys",
    summary: "Refuse a program's login",
    body: RefuseDeviceLoginRequest,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
