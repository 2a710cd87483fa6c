import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { addCurrentVersion, changeAgent } from "../agents/agent-store.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { toNanoPrice } from "../prices/price.ts";
import { changePrice } from "../prices/price-store.ts";
import { getDeclaredTexts } from "../upload/declared-texts.ts";
import { type OfferedModels, resolveModels } from "../upload/offered-models.ts";
import { publishAgent } from "../upload/publish.ts";
import type { UploadedFile } from "../upload/upload-context.ts";
import { type CheckedFile, createUploadRefusal, type Uploads } from "../upload/uploads.ts";
import { hashSource } from "../versions/version-content.ts";
import { createDeclaration, readSamples, type Sample } from "./seed-samples.ts";

/**
 * The samples accept inputs of 200,000 characters, about 50,000 tokens. The cap allows twice as many
 * tokens.
 */
const CAP_TOKENS = 100_000n;

/** A sample whose framework or packages are not available on this machine yet. A later start lists it. */
export interface SkippedSample {
  slug: string;
  name: string;
  reason: string;
}

/** The result of seeding. */
export type SeedResult =
  | { seeded: true; created: string[]; changed: string[]; unchanged: string[]; skipped: SkippedSample[] }
  | { seeded: false; reason: string };

/** The sample agents of a folder to create or update. */
export interface SampleChoice {
  directory: string;
  /** Whether to list the samples that declare packages, instead of the samples that declare none. */
  declaresPackages?: boolean;
  /** Stops the check before the next sample when it is aborted. */
  signal?: AbortSignal;
}

interface Seeding extends SampleChoice {
  db: Database;
  uploads: Uploads;
  models: OfferedModels;
  ownerAccountId: string;
}

function findSample(db: Database, agentId: number) {
  return db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select([
      "agents.owner_account_id as ownerAccountId",
      "agents.name",
      "agents.description",
      "agents.documentation",
      "agents.category",
      "version.source_sha256 as sha256",
    ])
    .select(({ selectFrom }) =>
      selectFrom("agent_prices")
        .select("price_per_token_nano")
        .whereRef("agent_prices.agent_id", "=", "agents.id")
        .orderBy("effective_from", "desc")
        .limit(1)
        .as("latestPrice"),
    )
    .where("agents.id", "=", agentId)
    .executeTakeFirst();
}

function getTexts({ name, description, documentation, category }: Sample) {
  return { name, description, documentation, category };
}

async function create(
  seeding: Seeding,
  agentId: number,
  sample: Sample,
  checked: CheckedFile,
): Promise<void> {
  const { content, checks, declaration } = checked;
  const pricePerToken = toNanoPrice(sample.price_per_token);
  const agent = {
    id: agentId,
    ownerAccountId: seeding.ownerAccountId,
    ...getTexts(sample),
    ...getDeclaredTexts(createDeclaration(sample, declaration)),
    maxCostPerRun: pricePerToken * CAP_TOKENS,
  };
  const models = resolveModels(content.models, seeding.models);
  await publishAgent(seeding.db, { agent, content, models, checks, pricePerToken }, undefined);
}

async function change(
  seeding: Seeding,
  agentId: number,
  sample: Sample,
  checked: CheckedFile | undefined,
): Promise<void> {
  await seeding.db.transaction().execute(async (tx) => {
    const declared = checked && getDeclaredTexts(createDeclaration(sample, checked.declaration));
    await changeAgent(tx, agentId, seeding.ownerAccountId, {
      ...getTexts(sample),
      ...(declared && {
        tags: declared.tags,
        features: declared.features,
        use_cases: declared.useCases,
      }),
    });
    if (checked) {
      const { content, checks } = checked;
      await addCurrentVersion(tx, agentId, {
        content,
        models: resolveModels(content.models, seeding.models),
        checks,
      });
    }
    await changePrice(tx, agentId, toNanoPrice(sample.price_per_token));
    await refreshSearchDocument(tx, agentId);
  });
}

/** @throws AppError 400 upload_refused for a sample that fails a check. */
async function checkSample({ uploads, ownerAccountId }: Seeding, file: UploadedFile): Promise<CheckedFile> {
  const checked = await uploads.check(ownerAccountId, file);
  if (!checked.passed) throw createUploadRefusal(checked);
  return checked;
}

/** Creates or updates one sample. @throws AppError if its checks fail, Error if its id belongs to another account. */
async function bring(
  seeding: Seeding,
  agentId: number,
  sample: Sample,
): Promise<"created" | "changed" | "unchanged"> {
  const filename = basename(sample.file);
  const bytes = await readFile(join(seeding.directory, sample.file));
  const known = await findSample(seeding.db, agentId);
  if (!known) {
    await create(seeding, agentId, sample, await checkSample(seeding, { filename, bytes, agentId }));
    return "created";
  }
  if (known.ownerAccountId !== seeding.ownerAccountId)
    throw new Error(`agent ${agentId} belongs to another account, so ${sample.slug} cannot use its ID`);
  const newSource = !known.sha256.equals(hashSource(bytes));
  const texts = getTexts(sample);
  const newTerms =
    known.latestPrice !== toNanoPrice(sample.price_per_token) ||
    known.name !== texts.name ||
    known.description !== texts.description ||
    known.documentation !== texts.documentation ||
    known.category !== texts.category;
  if (!newSource && !newTerms) return "unchanged";
  const checked = newSource ? await checkSample(seeding, { filename, bytes, agentId }) : undefined;
  await change(seeding, agentId, sample, checked);
  return "changed";
}

/** Only one node seeds at a time. It holds an advisory lock with this number, which is used nowhere else. */
const SEED_LOCK = 7_303_001;

/** @returns false, without running `work`, if another node has the lock. */
async function withSeedLock(db: Database, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const lock = await sql<{ taken: boolean }>`SELECT pg_try_advisory_lock(${SEED_LOCK}) AS taken`.execute(
      connection,
    );
    if (!lock.rows[0]?.taken) return false;
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${SEED_LOCK})`.execute(connection);
    }
    return true;
  });
}

function isRefusal(error: AppError): boolean {
  return error.code === "upload_refused";
}

/**
 * Returns why a sample cannot be checked on this machine, or undefined if the sample is at fault. A sample that
 * declares packages gets the versions that the package index has today, so its failed check is not the release's fault.
 */
function getSkipReason(error: unknown, declaresPackages: boolean): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const isOfMachine = error.code === "runtime_unavailable" || (declaresPackages && isRefusal(error));
  return isOfMachine ? error.message : undefined;
}

/**
 * Creates or updates the sample agents that `directory`/agents.json lists, through the checks of every upload. A
 * sample's position in the list is its permanent id. A sample whose framework or packages are not available is skipped
 * with the reason; if all of them are skipped, nothing is done.
 * @throws AppError if a sample does not pass its checks because of a fault of the release, not of the machine.
 */
export async function seedAgents(seeding: Seeding): Promise<SeedResult> {
  const { declaresPackages = false, signal } = seeding;
  const listed = await readSamples(seeding.directory);
  const samples = [...listed.entries()].filter(([, sample]) => sample.declares_packages === declaresPackages);
  const done: Record<"created" | "changed" | "unchanged", string[]> = {
    created: [],
    changed: [],
    unchanged: [],
  };
  const skipped: SkippedSample[] = [];
  const alone = await withSeedLock(seeding.db, async () => {
    for (const [index, sample] of samples) {
      if (signal?.aborted) break;
      try {
        done[await bring(seeding, index + 1, sample)].push(sample.slug);
      } catch (error) {
        const reason = getSkipReason(error, declaresPackages);
        if (reason === undefined) throw error;
        skipped.push({ slug: sample.slug, name: sample.name, reason });
        // The package index does not answer. The other samples would also wait for it and be skipped.
        if (declaresPackages && error instanceof AppError && !isRefusal(error)) break;
      }
    }
  });
  if (!alone) return { seeded: false, reason: "Another node is creating the sample agents." };
  const [first] = skipped;
  if (first && Object.values(done).flat().length === 0) return { seeded: false, reason: first.reason };
  return { seeded: true, ...done, skipped };
}
