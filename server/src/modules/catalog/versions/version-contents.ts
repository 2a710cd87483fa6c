import type { ConnectorUse } from "@stoa/contract";
import type { EntryPoint, Framework, InputParameter } from "@stoa/runtime/protocol";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../../../platform/db/database.ts";
import type { MaybePromise } from "../../../platform/http/caller.ts";
import { StoredEntry, StoredFramework, StoredInputs, StoredManifest } from "./version-content.ts";

/** The parts of a version that a run needs: its code and its entry. */
export interface RunnableContent {
  source: string;
  filename: string;
  /** A zip with the files of a version that was uploaded as an archive. */
  archive: Buffer | undefined;
  framework: Framework;
  agentType: string;
  entry: EntryPoint;
  inputParameters: InputParameter[];
  /** The caller's connectors that the version declares. */
  connectors: ConnectorUse[];
  /** The ids of the agents that the version declares and may call. */
  calledAgents: number[];
  /** The hosts that the version declares for requests without a connector; `*` means that the run chooses them. */
  hosts: string[];
  /** The models that the version names, as written in the file. */
  models: string[];
  /** The version's own packages: the digest of their lock, and the modules that the file imports from them. */
  packages: { digest: string; imports: string[] } | undefined;
}

/**
 * The size of the cache. Sources are a few kB, at most 1 MB, and archives at most 20 MB, so the versions in
 * use fit well into it.
 */
const KEPT_CHARACTERS = 64 * 1024 * 1024;
/** The size of an entry in addition to its source. */
const ENTRY_CHARACTERS = 1024;

async function read(db: Queryable, versionId: string): Promise<RunnableContent> {
  const row = await db
    .selectFrom("agent_versions")
    .leftJoin("agent_archives", "agent_archives.version_id", "agent_versions.id")
    .select([
      "source",
      "filename",
      "packed",
      "framework",
      "agent_type",
      "entry",
      "input_schema",
      "manifest",
      "environment_digest",
    ])
    .where("agent_versions.id", "=", versionId)
    .executeTakeFirstOrThrow();
  const { connectors, agents, hosts, models, packages } = StoredManifest.parse(row.manifest);
  const digest = row.environment_digest;
  return {
    source: row.source,
    filename: row.filename,
    archive: row.packed ?? undefined,
    framework: StoredFramework.parse(row.framework),
    agentType: row.agent_type,
    entry: StoredEntry.parse(row.entry),
    inputParameters: StoredInputs.parse(row.input_schema),
    connectors,
    calledAgents: agents,
    hosts,
    models,
    packages: packages && digest !== null ? { digest, imports: packages.imports } : undefined,
  };
}

/** Caches the contents of versions, keyed by id. A version never changes, so its content stays valid. */
export class VersionContents {
  readonly #db: Queryable;
  readonly #kept = new LRUCache<string, RunnableContent>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ source, archive }) => source.length + (archive?.length ?? 0) + ENTRY_CHARACTERS,
  });

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @throws Error if there is no such version. */
  read(versionId: string): MaybePromise<RunnableContent> {
    return this.#kept.get(versionId) ?? this.#read(versionId);
  }

  async #read(versionId: string): Promise<RunnableContent> {
    const content = await read(this.#db, versionId);
    this.#kept.set(versionId, content);
    return content;
  }
}
