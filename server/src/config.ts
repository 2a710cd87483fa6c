import { isAbsolute, resolve } from "node:path";
import { LIMITS, NANO_PER_USD, TEXTS } from "@stoa/contract";
import { describeValue } from "@stoa/contract/issue-messages";
import * as z from "zod";
import { isDecodable, readSignIn } from "./startup/sign-in-settings.ts";
import { readStorage } from "./startup/storage-settings.ts";

/** The error for an invalid setting. Its message is one line for the operator. */
export class ConfigError extends Error {}

const createIntegerSchema = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const createTextSchema = () => z.string().min(1);

const databaseUrl = () =>
  z
    .url({ protocol: /^postgres(ql)?$/, error: "must look like postgres://user:password@host:5432/name" })
    .optional();

/** A list of ranges, such as `10.1.0.0/16,fd00::/8`. */
const cidrList = z
  .string()
  .transform((list) => list.split(",").map((range) => range.trim()))
  .pipe(
    z.array(z.union([z.cidrv4(), z.cidrv6()], "must be ranges such as 10.1.0.0/16, separated by commas")),
  );

/** A list of hosts, such as `files.example.com,mirror.example.com:8443`. */
const hostList = z
  .string()
  .transform((list) => list.split(",").map((host) => host.trim().toLowerCase()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, "must be hosts such as files.example.com, separated by commas"),
    ),
  );

/** `true` means one proxy. More than a few in a row are a mistake. */
const proxies = z.union(
  [z.stringbool().transform((isThere) => (isThere ? 1 : 0)), createIntegerSchema(0, 10), cidrList],
  "must be the number of proxies in front (true means one) or their ranges, such as 10.1.0.0/16",
);

interface Shown {
  /** The accepted values, for `docs/settings.md`, if the schema does not state them. */
  type?: string;
  /** The default, in Markdown, if the schema does not state it. */
  default?: string;
  /** The meaning, in Markdown. */
  meaning: string;
}

/** Declares a setting: its name in `Config`, what it accepts, and its row in `docs/settings.md`. */
const defineSetting = <const Key extends string, Schema extends z.ZodType>(
  key: Key,
  schema: Schema,
  shown: Shown,
) => ({ key, schema, ...shown });

/** Every setting, keyed by its environment variable. The comments explain the limits. */
export const SETTINGS = {
  PORT: defineSetting("port", createIntegerSchema(0, 65_535).default(8080), {
    meaning: "the port of the server",
  }),
  HOST: defineSetting("host", createTextSchema().default("localhost"), {
    meaning: "where to listen: `localhost` is reachable from this machine only, `0.0.0.0` from the network",
  }),
  STOA_HOME: defineSetting("home", createTextSchema().default(".stoa"), {
    meaning: "the folder of the database, the master key and sockets",
  }),
  DATABASE_URL: defineSetting("databaseUrl", databaseUrl(), {
    meaning: "your own PostgreSQL 18 server instead of the embedded one",
  }),
  DATABASE_OWNER_URL: defineSetting("databaseOwnerUrl", databaseUrl(), {
    meaning:
      "the owner of the tables, if the role in `DATABASE_URL` owns nothing ([docs/operating.md](operating.md#the-servers-database-role))",
  }),
  // Ten connections served 100 parallel runs on two cores without delays; PostgreSQL allows 100 connections in total.
  STOA_DATABASE_POOL: defineSetting("databasePool", createIntegerSchema(2, 90).default(10), {
    meaning: "database connections of this node",
  }),
  STOA_MASTER_KEY: defineSetting("masterKey", z.string().optional(), {
    default: "a file in `STOA_HOME`",
    meaning: "32 bytes in base64 that encrypt stored secrets and what people and agents write; back it up",
  }),
  STOA_MODELS_FILE: defineSetting("modelsFile", createTextSchema().optional(), {
    default: "`stoa.models.json` in `STOA_HOME`, if it exists",
    meaning:
      "the file with providers (OpenAI, Anthropic, Google, your own servers), models, prices and fallbacks: [gateway/README.md](../gateway/README.md#settings). It replaces the gateway's settings below, and is read again when it changes",
  }),
  STOA_EMBEDDER: defineSetting("embedder", z.enum(["builtin", "provider", "none"]).default("builtin"), {
    meaning:
      "the embedding model for recommendations: `builtin` is a small English model (200 MB while in use), `provider` uses the next setting, `none` only compares words",
  }),
  STOA_EMBEDDER_MODEL: defineSetting(
    "embedderModel",
    createTextSchema().max(128).default("text-embedding-3-small"),
    {
      meaning: "with `provider`: an embedding model of the providers",
    },
  ),
  // Each run needs about 20 MB and a part of a core, even without a warm process.
  STOA_RUN_CAPACITY: defineSetting("runCapacity", createIntegerSchema(1, 10_000).default(64), {
    meaning: "maximum number of active runs on this node; further runs are refused with 503",
  }),
  // Each warm process takes 50 to 150 MB.
  STOA_PARENTS: defineSetting("parents", z.enum(["boot", "first-use", "never"]).default("boot"), {
    meaning:
      "when the warm processes of each framework start: at `boot`, at `first-use`, or `never` (each run then imports its framework itself, which takes a second with LangChain)",
  }),
  // A spare process takes about 8 MB. More spares than cores have no benefit, because they cannot
  // start at the same time.
  STOA_SPARES: defineSetting("spares", createIntegerSchema(0, 64).default(2), {
    meaning: "number of sandboxes that each warm process keeps ready",
  }),
  // A warm process forks its runs, so all of them have its memory layout, which an attacker could learn over
  // time.
  STOA_RUNS_PER_PARENT: defineSetting("runsPerParent", createIntegerSchema(1, 1_000_000).default(10_000), {
    meaning: "number of runs after which a warm process is replaced",
  }),
  STOA_PYTHON: defineSetting("python", createTextSchema().optional(), {
    default: "the system's",
    meaning: "the Python that runs agents",
  }),
  STOA_ENVIRONMENTS: defineSetting("environments", createTextSchema().optional(), {
    default: "`environments` in `STOA_HOME`",
    meaning: "the folder of the Python packages that agents may import, about 900 MB",
  }),
  // The largest environment that a file's packages may fill takes 1.5 GB.
  STOA_PACKAGES_GB: defineSetting("packagesGb", createIntegerSchema(0, 100_000).default(20), {
    meaning:
      "the space in GB for packages that files declare, on each node. When it is full, packages that no version uses are removed. With 0, no packages are installed ([docs/packages.md](packages.md))",
  }),
  STOA_SELL_MODELS: defineSetting("sellsModels", z.stringbool().default(false), {
    type: "`true` or `false`",
    meaning:
      "whether callers of the OpenAI API can also call the models of this server's providers, at the provider's price and the platform's fee ([docs/openai-api.md](openai-api.md#models))",
  }),
  STOA_PACKAGED_SAMPLES: defineSetting("hasPackagedSamples", z.stringbool().default(true), {
    type: "`true` or `false`",
    meaning:
      "whether to also list the sample agents whose files declare packages. Their packages are a download of 140 MB and are installed in the background after a start ([docs/packages.md](packages.md#for-operators))",
  }),
  STOA_PACKAGES_MIN_AGE_DAYS: defineSetting(
    "packagesMinimumAgeDays",
    createIntegerSchema(0, 365).default(3),
    {
      meaning:
        "the minimum age of package versions in days, because most malicious versions are found and removed sooner; 0 for an index without dates",
    },
  ),
  STOA_PACKAGE_HOSTS: defineSetting("packageHosts", hostList.default([]), {
    type: "`host,host:port,...`",
    default: "none",
    meaning:
      "additional hosts from which the files of your package index are downloaded. The index is the one in `UV_DEFAULT_INDEX` or pip's settings",
  }),
  STOA_PASSWORD_MIN_LENGTH: defineSetting(
    "passwordMinLength",
    createIntegerSchema(LIMITS.passwordMinLength, 128).default(LIMITS.passwordMinLength),
    { meaning: "the minimum length of passwords" },
  ),
  // This is enough for a household or a school class that signs up on one day; each account gets starting credits.
  STOA_SIGN_UPS_PER_DAY: defineSetting("signUpsPerDay", createIntegerSchema(1, 1_000_000).default(20), {
    meaning: "accounts that one network address can create per day; this machine itself has no limit",
  }),
  STOA_PUBLIC_URL: defineSetting(
    "publicUrl",
    z
      .url({ protocol: /^https?$/, error: "must look like https://stoa.example.com" })
      .transform((url) => new URL(url))
      .refine(
        (url) => url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "",
        "must not have a path",
      )
      .optional(),
    {
      type: "URL",
      default: "`http://localhost:PORT`",
      meaning:
        "the public URL of this server, for links in emails, and for sign-in with Google and GitHub and of MCP clients",
    },
  ),
  STOA_SMTP_URL: defineSetting(
    "smtpUrl",
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: "must look like smtp://user:password@host:587 or smtps://...",
      })
      .refine(isDecodable, "must percent-encode the username and password: write % as %25 and @ as %40")
      .optional(),
    {
      meaning:
        "the mail server, as `smtp://user:password@host:587`. Without it, password-reset links are written to the log: [docs/sign-in.md](sign-in.md)",
    },
  ),
  STOA_MAIL_FROM: defineSetting(
    "mailFrom",
    z
      .string()
      .regex(
        /^[^\r\n<>]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        "must look like Stoa <stoa@example.com>",
      )
      .optional(),
    { meaning: "the sender of emails, as `Stoa <stoa@example.com>`; needed with `STOA_SMTP_URL`" },
  ),
  STOA_GOOGLE_CLIENT_ID: defineSetting("googleClientId", z.string().optional(), {
    meaning: "sign-in with Google",
  }),
  STOA_GOOGLE_CLIENT_SECRET: defineSetting("googleClientSecret", z.string().optional(), {
    meaning: "sign-in with Google",
  }),
  STOA_GITHUB_CLIENT_ID: defineSetting("githubClientId", z.string().optional(), {
    meaning: "sign-in with GitHub",
  }),
  STOA_GITHUB_CLIENT_SECRET: defineSetting("githubClientSecret", z.string().optional(), {
    meaning: "sign-in with GitHub",
  }),
  STOA_LOSS_BOUND_USD: defineSetting(
    "lossBoundUsd",
    z.coerce.number().min(0).max(10_000).default(LIMITS.freeFailuresUsdPerDay),
    {
      meaning:
        "what the model calls of failed runs can cost you per account and UTC day; the rest is charged to the caller ([docs/versions-and-prices.md](versions-and-prices.md#failed-runs))",
    },
  ),
  STOA_CONTENT_DAYS: defineSetting("contentDays", createIntegerSchema(1, 3650).default(90), {
    meaning: "how many days inputs, outputs and logs of runs are kept",
  }),
  STOA_S3_ENDPOINT: defineSetting(
    "s3Endpoint",
    z.url({ protocol: /^https?$/, error: "must look like https://s3.example.com" }).optional(),
    {
      type: "URL",
      default: "Amazon S3",
      meaning: "the S3-compatible store for files; needs `STOA_S3_BUCKET`",
    },
  ),
  STOA_S3_BUCKET: defineSetting("s3Bucket", createTextSchema().optional(), {
    default: "files are in the folder `files` in `STOA_HOME`",
    meaning:
      "the bucket for files; required for several nodes ([docs/files.md](files.md#for-operators)). It must exist",
  }),
  STOA_S3_REGION: defineSetting("s3Region", createTextSchema().default("us-east-1"), {
    meaning: "the region of the bucket",
  }),
  STOA_S3_ACCESS_KEY_ID: defineSetting("s3AccessKeyId", createTextSchema().optional(), {
    meaning: "the access key for the bucket",
  }),
  STOA_S3_SECRET_ACCESS_KEY: defineSetting("s3SecretAccessKey", createTextSchema().optional(), {
    meaning: "the secret of the access key",
  }),
  // The default stays below the 30 seconds that load balancers usually allow.
  STOA_DRAIN_SECONDS: defineSetting("drainSeconds", createIntegerSchema(0, 600).default(25), {
    meaning: "how many seconds a stop waits for active runs",
  }),
  STOA_SDK_URL: defineSetting("sdkSource", z.url({ protocol: /^https?$/ }).optional(), {
    default: "the page at `/sdk/`",
    meaning: 'the target of the link "SDK on GitHub" in Settings, such as your repository of the SDKs',
  }),
  STOA_PAYMENTS_EXPECTED: defineSetting(
    "paymentsExpected",
    z.string().max(40).default(TEXTS.billing.paymentsExpected),
    { meaning: "when payments are expected, as shown on the billing screens; a past quarter is not shown" },
  ),
  STOA_PLAN_CHANGES_EXPECTED: defineSetting(
    "planChangesExpected",
    z.string().max(40).default(TEXTS.billing.planChangesExpected),
    {
      meaning: "when plan changes are expected, as shown on the billing screens; a past quarter is not shown",
    },
  ),
  STOA_OUTBOUND_ALLOW: defineSetting("outboundAllow", cidrList.default([]), {
    type: "`10.1.0.0/16,...`",
    default: "none",
    meaning:
      "ranges of your own network that connectors and webhooks can reach. By default they can only reach the public internet. `/etc/hosts` is not read",
  }),
  STOA_TRUST_PROXY: defineSetting("trustProxy", proxies.optional(), {
    type: "0 to 10, `true`, `false` or `10.1.0.0/16,...`",
    default: "`false`",
    meaning:
      "trusted proxies in front of the server: their number (`true` is one) or their ranges: [docs/operating.md](operating.md#behind-a-proxy)",
  }),
  STOA_TRUST_REQUEST_ID: defineSetting("takesRequestIds", z.stringbool().default(false), {
    type: "`true` or `false`",
    meaning: "whether to keep the proxy's `X-Request-Id`",
  }),
  // A factor above 1000 would mean no limit in practice.
  STOA_RATE_LIMIT_FACTOR: defineSetting("rateLimitFactor", z.coerce.number().min(0.01).max(1000).default(1), {
    meaning: "multiplies the [rate limits](operating.md#rate-limits)",
  }),
  METRICS_PORT: defineSetting("metricsPort", createIntegerSchema(0, 65_535).optional(), {
    meaning: "the port of [`/metrics`](operating.md#metrics); without it, metrics are not served",
  }),
  METRICS_HOST: defineSetting("metricsHost", createTextSchema().default("127.0.0.1"), {
    meaning: "where to listen for `/metrics`",
  }),
  STOA_LOG_LEVEL: defineSetting(
    "logLevel",
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
    { meaning: "the level of the log on stderr, one JSON object per line" },
  ),
};

type Settings = typeof SETTINGS;
type SettingName = keyof Settings;

/** The parsed values of the settings, keyed by their names in `Config`. */
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

/** Reads the settings from environment variables. @throws ConfigError with a message that names the invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv, workingDirectory: string) {
  const values = readValues(env);
  const { metricsHost: host, metricsPort: port } = values;
  const home = isAbsolute(values.home) ? values.home : resolve(workingDirectory, values.home);
  return Object.freeze({
    ...values,
    home,
    modelsFile: values.modelsFile && resolve(workingDirectory, values.modelsFile),
    environments: values.environments && resolve(workingDirectory, values.environments),
    /** `lossBoundUsd` in nano-USD. */
    lossBoundNano: BigInt(Math.round(values.lossBoundUsd * 1e6)) * (NANO_PER_USD / 1_000_000n),
    drainMs: values.drainSeconds * 1000,
    expected: { payments: values.paymentsExpected, plan_changes: values.planChangesExpected },
    metrics: port === undefined ? undefined : { host, port },
    proxies: values.trustProxy ?? 0,
    /** Whether the public URL is https, which requires a proxy, although no proxy is declared. */
    expectsProxy: values.trustProxy === undefined && values.publicUrl?.protocol === "https:",
    signIn: convertErrors(() => readSignIn(values)),
    files: convertErrors(() => readStorage(values, home)),
  });
}

function readValues(env: NodeJS.ProcessEnv): SettingValues {
  const parsed = Environment.safeParse(removeEmpty(env), { error: describeValue });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { data } = parsed;
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.fromEntries(names.map((name) => [SETTINGS[name].key, data[name]])) as SettingValues;
}

function convertErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the environment without empty settings, which count as missing. */
function removeEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
