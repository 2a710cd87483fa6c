import { randomBytes } from "node:crypto";
import type { Client } from "../../../../tests/harness/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertUser } from "../accounts/identity-store.ts";
import { addCurrentVersion } from "./agents/agent-store.ts";
import type { ResolvedModels } from "./upload/offered-models.ts";
import { type Publication, publishAgent } from "./upload/publish.ts";
import { getAdapter, hashSource, type VersionContent } from "./versions/version-content.ts";

export const ECHO_SOURCE = "def run(message: str) -> str:\n    return message\n";

/** Creates an account with one owner. */
export async function someAccount(db: Database, username = `u${randomBytes(6).toString("hex")}`) {
  const made = await db.transaction().execute((tx) =>
    insertUser(tx, {
      username,
      email: `${username}@example.test`,
      passwordHash: "-",
      awaitsConfirmation: false,
    }),
  );
  return { ...made, username };
}

/** The models of a file that names none. */
export const NO_MODELS: ResolvedModels = { offered: [], missing: [] };

export function echoContent(change: Partial<VersionContent> = {}): VersionContent {
  return {
    source: ECHO_SOURCE,
    sha256: hashSource(Buffer.from(ECHO_SOURCE)),
    filename: "echo.py",
    framework: "stoa",
    agentType: getAdapter("stoa"),
    entry: { name: "run", kind: "function", takes: "parameters" },
    inputs: [{ name: "message", type: "string", required: true, description: "" }],
    models: [],
    connectors: [],
    agents: [],
    hosts: [],
    modelHosts: [],
    secrets: [],
    examples: [],
    environmentDigest: undefined,
    packages: undefined,
    ...change,
  };
}

export interface AgentOptions {
  name: string;
  description?: string;
  documentation?: string;
  category?: string;
  tags?: string[];
  features?: string[];
  /** Nano-USD per token. */
  price?: bigint;
  content?: Partial<VersionContent>;
}

export function publication(ownerAccountId: string, options: AgentOptions): Publication {
  return {
    agent: {
      ownerAccountId,
      name: options.name,
      description: options.description ?? "Repeats its input.",
      documentation: options.documentation ?? "Give it a message and it answers with the same message.",
      category: options.category ?? "general",
      tags: options.tags ?? [],
      features: options.features ?? [],
      useCases: [],
    },
    content: echoContent(options.content),
    models: NO_MODELS,
    checks: [],
    pricePerToken: options.price ?? 100_000n,
  };
}

/** Stores an agent as an upload does, without running its checks. */
export function someAgent(db: Database, ownerAccountId: string, options: AgentOptions): Promise<number> {
  return publishAgent(db, publication(ownerAccountId, options), undefined);
}

/** Adds a version and makes it current, as an upload does. @returns its number. */
export function someVersion(
  db: Database,
  agentId: number,
  change: Partial<VersionContent> & { source?: string },
): Promise<number> {
  const { source } = change;
  const content = echoContent({
    ...(source !== undefined && { sha256: hashSource(Buffer.from(source)) }),
    ...change,
  });
  return db
    .transaction()
    .execute((tx) => addCurrentVersion(tx, agentId, { content, models: NO_MODELS, checks: [] }));
}

/** Returns the account of a person who registered over HTTP. */
export async function findAccountId(db: Database, username: string): Promise<string> {
  const row = await db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select("account_id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return row.account_id;
}

/** Registers a person and stores an agent of theirs. */
export async function personWithAgent(client: Client, db: Database, options: AgentOptions) {
  const { token, username } = await client.register();
  const accountId = await findAccountId(db, username);
  return { token, accountId, agentId: await someAgent(db, accountId, options) };
}
