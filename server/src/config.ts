import { isAbsolute, resolve } from "node:path";
import { LIMITS, NANO_PER_USD, TEXTS } from "@stoa/contract";
import { describeValue } from "@stoa/contract/issue-messages";
import * as z from "zod";
import type { TrustedProxies } from "./platform/http/trusted-proxies.ts";
import { SIGN_IN_ENVIRONMENT, type SignInSettings, signInSettings } from "./sign-in-settings.ts";

/** A setting that an operator gave and that cannot be meant; the message is one line for them. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** `10.1.0.0/16,fd00::/8` */
const cidrList = z
  .string()
  .transform((text) => text.split(",").map((range) => range.trim()))
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], "write ranges as 10.1.0.0/16, with commas between them")));

/** `true` is one proxy. More than a few in a row are a mistake. */
const proxies = z.union(
  [z.stringbool().transform((isThere) => (isThere ? 1 : 0)), whole(0, 10), cidrList],
  "say how many proxies are in front (true is one), or their ranges as 10.1.0.0/16",
);

/** Every setting of the environment. Each bound says why it has its value. */
const Environment = z.object({
  PORT: whole(0, 65_535).default(8080),
  /** "localhost" is reached from this machine alone, over IPv4 and IPv6; 0.0.0.0 opens it to the network. */
  HOST: z.string().min(1).default("localhost"),
  /** Everything this installation keeps: database, master key, sockets. */
  STOA_HOME: z.string().min(1).default(".stoa"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "write it as postgres://user:password@host:5432/name" })
    .optional(),
  /** The owner of the tables, for migrations and `stoa admin`, where DATABASE_URL signs in as a role that owns nothing. */
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "write it as postgres://user:password@host:5432/name" })
    .optional(),
  /** Ten connections served 100 parallel runs on two cores without waiting; PostgreSQL allows 100 in all. */
  STOA_DATABASE_POOL: whole(2, 90).default(10),
  STOA_MASTER_KEY: z.string().optional(),
  STOA_PASSWORD_MIN_LENGTH: whole(LIMITS.passwordMinLength, 128).default(LIMITS.passwordMinLength),
  /** A household or a school class signs up in a day; each account brings starting credits. */
  STOA_SIGN_UPS_PER_DAY: whole(1, 1_000_000).default(20),
  /** Runs at a time on this node; a cold Python process wants about 20 MB and a share of a core. */
  STOA_RUN_CAPACITY: whole(1, 10_000).default(64),
  /** Model cost of failed runs that is free per account and UTC day. */
  STOA_LOSS_BOUND_USD: z.coerce.number().min(0).max(10_000).default(LIMITS.freeFailuresUsdPerDay),
  /** How long ended runs' inputs and outputs are kept. */
  STOA_CONTENT_DAYS: whole(1, 3650).default(90),
  /** How long SIGTERM waits for runs before it cancels them; load balancers give 30 s. */
  STOA_DRAIN_SECONDS: whole(0, 600).default(25),
  STOA_PYTHON: z.string().min(1).optional(),
  /** Providers, models and their prices, if not in stoa.models.json below STOA_HOME. */
  STOA_MODELS_FILE: z.string().min(1).optional(),
  /** What compares meanings for recommendations: a small English model of ours, a provider's, or nothing. */
  STOA_EMBEDDER: z.enum(["builtin", "provider", "none"]).default("builtin"),
  /** The provider's model, by its name in the gateway. */
  STOA_EMBEDDER_MODEL: z.string().min(1).max(128).default("text-embedding-3-small"),
  /** Where the Python packages for agents lie, if not below STOA_HOME. */
  STOA_ENVIRONMENTS: z.string().min(1).optional(),
  /** When the processes start that import a framework once for all runs; each takes 50 to 150 MB. */
  STOA_PARENTS: z.enum(["boot", "first-use", "never"]).default("boot"),
  /** Sandboxes that each of them keeps ready, of about 8 MB; more than the cores can start at once are of no use. */
  STOA_SPARES: whole(0, 64).default(2),
  /** Runs after which one is replaced: all its runs' memory lies at the same addresses. */
  STOA_RUNS_PER_PARENT: whole(1, 1_000_000).default(10_000),
  /** Ranges of the operator's own network that connectors may lead to, beside the public internet. */
  STOA_OUTBOUND_ALLOW: cidrList.default([]),
  /** Shown in the billing overlay and the plans dialog: a date in words. */
  STOA_PAYMENTS_EXPECTED: z.string().max(40).default(TEXTS.billing.paymentsExpected),
  STOA_PLAN_CHANGES_EXPECTED: z.string().max(40).default(TEXTS.billing.planChangesExpected),
  /** Where the link "SDK on GitHub" leads, if not to the page of the packages that this server serves. */
  STOA_SDK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where Prometheus asks for figures; nowhere unless given. */
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  STOA_TRUST_PROXY: proxies.optional(),
  STOA_TRUST_REQUEST_ID: z.stringbool().default(false),
  /** How many times the limits of contract/src/rate-limits.ts; past a thousand times there are none. */
  STOA_RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1000).default(1),
  ...SIGN_IN_ENVIRONMENT,
  STOA_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly home: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly databasePool: number;
  readonly masterKey: string | undefined;
  readonly passwordMinLength: number;
  readonly signUpsPerDay: number;
  readonly runCapacity: number;
  readonly lossBoundNano: bigint;
  readonly contentDays: number;
  readonly drainMs: number;
  readonly python: string | undefined;
  readonly modelsFile: string | undefined;
  readonly environments: string | undefined;
  readonly embedder: "builtin" | "provider" | "none";
  readonly embedderModel: string;
  readonly parents: "boot" | "first-use" | "never";
  readonly spares: number;
  readonly runsPerParent: number;
  readonly outboundAllow: readonly string[];
  readonly expected: { readonly payments: string; readonly plan_changes: string };
  /** Where the SDKs' source is published, if the operator says so. */
  readonly sdkSource: string | undefined;
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly proxies: TrustedProxies;
  /** Whether the public URL is https, so that a proxy must be in front, and nothing is said of one. */
  readonly expectsProxy: boolean;
  readonly takesRequestIds: boolean;
  readonly rateLimitFactor: number;
  readonly signIn: SignInSettings;
  readonly logLevel: string;
}

/** @throws ConfigError naming the first setting that cannot be meant. */
export function readConfig(env: NodeJS.ProcessEnv, workingDirectory: string): Config {
  const parsed = Environment.safeParse(withoutEmpty(env), { error: describeValue });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const settings = parsed.data;
  const home = isAbsolute(settings.STOA_HOME)
    ? settings.STOA_HOME
    : resolve(workingDirectory, settings.STOA_HOME);
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    home,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    databasePool: settings.STOA_DATABASE_POOL,
    masterKey: settings.STOA_MASTER_KEY,
    passwordMinLength: settings.STOA_PASSWORD_MIN_LENGTH,
    signUpsPerDay: settings.STOA_SIGN_UPS_PER_DAY,
    runCapacity: settings.STOA_RUN_CAPACITY,
    lossBoundNano: BigInt(Math.round(settings.STOA_LOSS_BOUND_USD * 1e6)) * (NANO_PER_USD / 1_000_000n),
    contentDays: settings.STOA_CONTENT_DAYS,
    drainMs: settings.STOA_DRAIN_SECONDS * 1000,
    python: settings.STOA_PYTHON,
    modelsFile: settings.STOA_MODELS_FILE && resolve(workingDirectory, settings.STOA_MODELS_FILE),
    environments: settings.STOA_ENVIRONMENTS && resolve(workingDirectory, settings.STOA_ENVIRONMENTS),
    embedder: settings.STOA_EMBEDDER,
    embedderModel: settings.STOA_EMBEDDER_MODEL,
    parents: settings.STOA_PARENTS,
    spares: settings.STOA_SPARES,
    runsPerParent: settings.STOA_RUNS_PER_PARENT,
    outboundAllow: settings.STOA_OUTBOUND_ALLOW,
    expected: {
      payments: settings.STOA_PAYMENTS_EXPECTED,
      plan_changes: settings.STOA_PLAN_CHANGES_EXPECTED,
    },
    sdkSource: settings.STOA_SDK_URL,
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    proxies: settings.STOA_TRUST_PROXY ?? 0,
    expectsProxy: settings.STOA_TRUST_PROXY === undefined && settings.STOA_PUBLIC_URL?.protocol === "https:",
    takesRequestIds: settings.STOA_TRUST_REQUEST_ID,
    rateLimitFactor: settings.STOA_RATE_LIMIT_FACTOR,
    signIn: orConfigError(() => signInSettings(settings)),
    logLevel: settings.STOA_LOG_LEVEL,
  });
}

function orConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** An empty setting is one that was not given. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
