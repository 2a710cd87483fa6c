import { createHash } from "node:crypto";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { publishAgent } from "../upload/publish.ts";

/** The agent of the platform to which the runs of sold models belong, with its only version. */
export interface ModelsAgent {
  agentId: number;
  versionId: string;
  ownerAccountId: string;
}

const NAME = "Models";
const DESCRIPTION = "Calls of models that this server sells. Nobody can run this agent.";

/**
 * Returns the platform's agent for model calls, and creates it at the first call. It is private, so that no list shows it,
 * and has no instructions, because its runs pass the caller's request to the model.
 */
export async function ensureModelsAgent(db: Database, ownerAccountId: string): Promise<ModelsAgent> {
  const known = await findModelsAgent(db, ownerAccountId);
  if (known) return known;
  await publishModelsAgent(db, ownerAccountId).catch((error: unknown) => {
    // Another node has created it in the meantime.
    if (!(error instanceof AppError && error.status === 409)) throw error;
  });
  const created = await findModelsAgent(db, ownerAccountId);
  if (!created) throw new Error("the agent for model calls was not created");
  return created;
}

async function findModelsAgent(db: Queryable, ownerAccountId: string): Promise<ModelsAgent | undefined> {
  const row = await db
    .selectFrom("agents")
    .select(["id", "current_version_id"])
    .where("owner_account_id", "=", ownerAccountId)
    .where("name", "=", NAME)
    .where("agent_type", "=", "model")
    .executeTakeFirst();
  return row?.current_version_id
    ? { agentId: row.id, versionId: row.current_version_id, ownerAccountId }
    : undefined;
}

async function publishModelsAgent(db: Database, ownerAccountId: string): Promise<void> {
  const source = JSON.stringify({ stoa: 1, name: NAME, description: DESCRIPTION, instructions: "" });
  const agent = {
    ...{ ownerAccountId, name: NAME, description: DESCRIPTION, documentation: DESCRIPTION },
    category: "other",
    tags: [],
    features: [],
    useCases: [],
    visibility: "private" as const,
  };
  const content = {
    source,
    sha256: createHash("sha256").update(source).digest(),
    filename: "models.json",
    framework: "stoa" as const,
    agentType: "model",
    entry: { kind: "declaration" as const, name: "", takes: "none" as const },
    ...{
      inputs: [],
      models: [],
      connectors: [],
      agents: [],
      hosts: [],
      modelHosts: [],
      secrets: [],
      examples: [],
    },
    environmentDigest: undefined,
    packages: undefined,
  };
  const publication = { agent, content, models: { offered: [], missing: [] }, checks: [], pricePerToken: 0n };
  await publishAgent(db, publication, undefined);
}
