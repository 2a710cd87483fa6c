import { isAbsolute, resolve } from "node:path";
import { LIMITS, NANO_PER_USD, TEXTS } from "@stoa/contract";
import { describeValue } from "@stoa/contract/issue-messages";
import * as z from "zod";
import { isDecodable, readSignIn } from "./startup/sign-in-settings.ts";

/** A setting is invalid. The message is one line for the operator. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const text = () => z.string().min(1);

const databaseUrl = () =>
  z
    .url({ protocol: /^postgres(ql)?$/, error: "write it as postgres://user:password@host:5432/name" })
    .optional();

/** `10.1.0.0/16,fd00::/8` */
const cidrList = z
  .string()
  .transform((list) => list.split(",").map((range) => range.trim()))
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], "write ranges as 10.1.0.0/16, with commas between them")));

/** `true` means one proxy. More than a few in a row are a mistake. */
const proxies = z.union(
  [z.stringbool().transform((isThere) => (isThere ? 1 : 0)), whole(0, 10), cidrList],
  "say how many proxies are in front (true is one), or their ranges as 10.1.0.0/16",
);

interface Shown {
  /** The accepted values, for `docs/settings.md`, if the schema does not state them. */
  type?: string;
  /** The default, in Markdown, if the schema does not state it. */
  default?: string;
  /** In Markdown. */
  meaning: string;
}

/** Declares a setting: its name in `Config`, what it accepts, and its row in `docs/settings.md`. */
const setting = <const Key extends string, Schema extends z.ZodType>(
  key: Key,
  schema: Schema,
  shown: Shown,
) => ({ key, schema, ...shown });

/** Every setting, by its environment variable. The comments explain the limits. */
export const SETTINGS = {
  PORT: setting("port", whole(0, 65_535).default(8080), { meaning: "the port of the server" }),
  HOST: setting("host", text().default("localhost"), {
    meaning: "where to listen: `localhost` is reachable from this machine only, `0.0.0.0` from the network",
  }),
  STOA_HOME: setting("home", text().default(".stoa"), {
    meaning: "the folder of the database, the master key and sockets",
  }),
  DATABASE_URL: setting("databaseUrl", databaseUrl(), {
    meaning: "your own PostgreSQL 18 server instead of the embedded one",
  }),
  DATABASE_OWNER_URL: setting("databaseOwnerUrl", databaseUrl(), {
    meaning:
      "the owner of the tables, if the role in `DATABASE_URL` owns nothing ([docs/operating.md](operating.md#the-servers-database-role))",
  }),
  // Ten connections served 100 parallel runs on two cores without delays; PostgreSQL allows 100 connections in total.
  STOA_DATABASE_POOL: setting("databasePool", whole(2, 90).default(10), {
    meaning: "database connections of this node",
  }),
  STOA_MASTER_KEY: setting("masterKey", z.string().optional(), {
    default: "a file in `STOA_HOME`",
    meaning: "32 bytes in base64 that encrypt stored keys and credentials; back it up",
  }),
  STOA_MODELS_FILE: setting("modelsFile", text().optional(), {
    default: "`stoa.models.json` in `STOA_HOME`, if there",
    meaning:
      "providers (OpenAI, Anthropic, Google, your own servers), models, prices and fallbacks: [gateway/README.md](../gateway/README.md#settings). It replaces the gateway's settings below, and is read again when it changes",
  }),
  STOA_EMBEDDER: setting("embedder", z.enum(["builtin", "provider", "none"]).default("builtin"), {
    meaning:
      "what compares meanings for recommendations: `builtin` is a small English model (200 MB while it is used), `provider` uses the next setting, `none` compares words only",
  }),
  STOA_EMBEDDER_MODEL: setting("embedderModel", text().max(128).default("text-embedding-3-small"), {
    meaning: "with `provider`: an embedding model of the providers",
  }),
  // A cold Python process needs about 20 MB and part of a core.
  STOA_RUN_CAPACITY: setting("runCapacity", whole(1, 10_000).default(64), {
    meaning: "active runs on this node; more are answered with 503",
  }),
  // Each process takes 50 to 150 MB.
  STOA_PARENTS: setting("parents", z.enum(["boot", "first-use", "never"]).default("boot"), {
    meaning:
      "when the warm processes of each framework start: at `boot`, at `first-use`, or `never` (each run then imports its framework itself, which takes a second with LangChain)",
  }),
  // About 8 MB each. More spares than cores have no benefit, because they cannot start at the same time.
  STOA_SPARES: setting("spares", whole(0, 64).default(2), {
    meaning: "sandboxes that each warm process keeps ready",
  }),
  // All runs in one warm process have the same memory addresses.
  STOA_RUNS_PER_PARENT: setting("runsPerParent", whole(1, 1_000_000).default(10_000), {
    meaning: "runs after which a warm process is replaced",
  }),
  STOA_PYTHON: setting("python", text().optional(), {
    default: "the system's",
    meaning: "the Python that runs agents",
  }),
  STOA_ENVIRONMENTS: setting("environments", text().optional(), {
    default: "`environments` in `STOA_HOME`",
    meaning: "the folder of the Python packages that agents may import, about 450 MB",
  }),
  STOA_PASSWORD_MIN_LENGTH: setting(
    "passwordMinLength",
    whole(LIMITS.passwordMinLength, 128).default(LIMITS.passwordMinLength),
    { meaning: "the minimum length of passwords" },
  ),
  // Enough for a household or a school class that signs up on one day; each account gets starting credits.
  STOA_SIGN_UPS_PER_DAY: setting("signUpsPerDay", whole(1, 1_000_000).default(20), {
    meaning: "accounts that one network address can open per day; this machine has no limit",
  }),
  STOA_PUBLIC_URL: setting(
    "publicUrl",
    z
      .url({ protocol: /^https?$/, error: "write it as https://stoa.example.com" })
      .transform((url) => new URL(url))
      .refine(
        (url) => url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "",
        "write it without a path",
      )
      .optional(),
    {
      type: "URL",
      default: "`http://localhost:PORT`",
      meaning:
        "the address of this server for its users: links in mails and sign-ins by Google and GitHub lead there",
    },
  ),
  STOA_SMTP_URL: setting(
    "smtpUrl",
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: "write it as smtp://user:password@host:587 or smtps://...",
      })
      .refine(isDecodable, "write % in a name or password as %25, and @ as %40")
      .optional(),
    {
      meaning:
        "the mail server, as `smtp://user:password@host:587`. Without it password-reset links are written to the log: [docs/sign-in.md](sign-in.md)",
    },
  ),
  STOA_MAIL_FROM: setting(
    "mailFrom",
    z
      .string()
      .regex(/^[^\r\n<>]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "write it as Stoa <stoa@example.com>")
      .optional(),
    { meaning: "the sender of mails, as `Stoa <stoa@example.com>`; needed with `STOA_SMTP_URL`" },
  ),
  STOA_GOOGLE_CLIENT_ID: setting("googleClientId", z.string().optional(), { meaning: "sign-in with Google" }),
  STOA_GOOGLE_CLIENT_SECRET: setting("googleClientSecret", z.string().optional(), {
    meaning: "sign-in with Google",
  }),
  STOA_GITHUB_CLIENT_ID: setting("githubClientId", z.string().optional(), { meaning: "sign-in with GitHub" }),
  STOA_GITHUB_CLIENT_SECRET: setting("githubClientSecret", z.string().optional(), {
    meaning: "sign-in with GitHub",
  }),
  STOA_LOSS_BOUND_USD: setting(
    "lossBoundUsd",
    z.coerce.number().min(0).max(10_000).default(LIMITS.freeFailuresUsdPerDay),
    {
      meaning:
        "what the model calls of failed runs can cost you per account and UTC day; the rest is charged to the caller ([docs/versions-and-prices.md](versions-and-prices.md#failed-runs))",
    },
  ),
  STOA_CONTENT_DAYS: setting("contentDays", whole(1, 3650).default(90), {
    meaning: "how many days inputs, outputs and logs of runs are kept",
  }),
  // Load balancers allow 30 seconds.
  STOA_DRAIN_SECONDS: setting("drainSeconds", whole(0, 600).default(25), {
    meaning: "how many seconds a stop waits for active runs",
  }),
  STOA_SDK_URL: setting("sdkSource", z.url({ protocol: /^https?$/ }).optional(), {
    default: "the page at `/sdk/`",
    meaning: 'the target of the link "SDK on GitHub" in Settings, such as your repository of the SDKs',
  }),
  STOA_PAYMENTS_EXPECTED: setting(
    "paymentsExpected",
    z.string().max(40).default(TEXTS.billing.paymentsExpected),
    { meaning: "when the billing screens expect payments; a quarter that has passed is left out" },
  ),
  STOA_PLAN_CHANGES_EXPECTED: setting(
    "planChangesExpected",
    z.string().max(40).default(TEXTS.billing.planChangesExpected),
    { meaning: "when the billing screens expect plan changes; a quarter that has passed is left out" },
  ),
  STOA_OUTBOUND_ALLOW: setting("outboundAllow", cidrList.default([]), {
    type: "`10.1.0.0/16,...`",
    default: "none",
    meaning:
      "ranges of your own network that connectors and webhooks can reach; otherwise only the public internet. `/etc/hosts` is not read",
  }),
  STOA_TRUST_PROXY: setting("trustProxy", proxies.optional(), {
    type: "0 to 10, `true`, `false` or `10.1.0.0/16,...`",
    default: "`false`",
    meaning:
      "trusted proxies in front of the server: their number (`true` is one) or their ranges: [docs/operating.md](operating.md#behind-a-proxy)",
  }),
  STOA_TRUST_REQUEST_ID: setting("takesRequestIds", z.stringbool().default(false), {
    type: "`true` or `false`",
    meaning: "whether to keep the proxy's `X-Request-Id`",
  }),
  // A factor above one thousand is no limit in practice.
  STOA_RATE_LIMIT_FACTOR: setting("rateLimitFactor", z.coerce.number().min(0.01).max(1000).default(1), {
    meaning: "multiplies the [rate limits](operating.md#rate-limits)",
  }),
  METRICS_PORT: setting("metricsPort", whole(0, 65_535).optional(), {
    meaning: "the port of [`/metrics`](operating.md#metrics); it is not served without one",
  }),
  METRICS_HOST: setting("metricsHost", text().default("127.0.0.1"), {
    meaning: "where to listen for `/metrics`",
  }),
  STOA_LOG_LEVEL: setting(
    "logLevel",
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
    { meaning: "the level of the log on stderr, one JSON object per line" },
  ),
};

type Settings = typeof SETTINGS;
type SettingName = keyof Settings;

/** Returns the given settings under their names in the code. */
type SettingValues = {
  readonly [Name in SettingName as Settings[Name]["key"]]: z.output<Settings[Name]["schema"]>;
};

export type Config = ReturnType<typeof readConfig>;

// The keys are environment variables, because zod's messages repeat them.
const Environment = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: Settings[Name]["schema"];
  },
);

/** @throws ConfigError naming the first invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv, workingDirectory: string) {
  const values = readValues(env);
  const { metricsHost: host, metricsPort: port } = values;
  return Object.freeze({
    ...values,
    home: isAbsolute(values.home) ? values.home : resolve(workingDirectory, values.home),
    modelsFile: values.modelsFile && resolve(workingDirectory, values.modelsFile),
    environments: values.environments && resolve(workingDirectory, values.environments),
    /** Nano-USD. */
    lossBoundNano: BigInt(Math.round(values.lossBoundUsd * 1e6)) * (NANO_PER_USD / 1_000_000n),
    drainMs: values.drainSeconds * 1000,
    expected: { payments: values.paymentsExpected, plan_changes: values.planChangesExpected },
    metrics: port === undefined ? undefined : { host, port },
    proxies: values.trustProxy ?? 0,
    /** Returns whether the public URL is https, which requires a proxy, but no proxy is declared. */
    expectsProxy: values.trustProxy === undefined && values.publicUrl?.protocol === "https:",
    signIn: orConfigError(() => readSignIn(values)),
  });
}

function readValues(env: NodeJS.ProcessEnv): SettingValues {
  const parsed = Environment.safeParse(withoutEmpty(env), { error: describeValue });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { data } = parsed;
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.fromEntries(names.map((name) => [SETTINGS[name].key, data[name]])) as SettingValues;
}

function orConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** An empty setting counts as missing. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
