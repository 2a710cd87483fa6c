import {
  type AgentVersion,
  LIMITS,
  NUMBER_MAX,
  type UploadCheck,
  type VersionDiff,
  type VersionFields,
  type VersionList,
  type VersionListQuery,
  type VersionPackages,
  type WorkflowDrawing,
} from "@stoa/contract";
import { getArchiveName } from "@stoa/contract/archive-names";
import { drawWorkflow } from "@stoa/workflow";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { AppError, invalidField, notFound } from "../../../platform/http/app-error.ts";
import { canView, findAgentAccess } from "../agents/agent-access.ts";
import type { AgentPackages } from "../agents/agent-packages.ts";
import { findDetailRow } from "../agents/agent-rows.ts";
import { addCurrentVersion } from "../agents/agent-store.ts";
import { findCallableAgents } from "../agents/callable-agents.ts";
import { presentCalled } from "../agents/present.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { packFiles } from "../upload/archive/open-archive.ts";
import { type OfferedModels, resolveModels } from "../upload/offered-models.ts";
import type { UploadedFile } from "../upload/upload-context.ts";
import type { UploadNotices } from "../upload/upload-notices.ts";
import { createUploadRefusal, type Uploads, withFields } from "../upload/uploads.ts";
import { compareFiles } from "./file-changes.ts";
import { createNoVersionError, findOwnedVersion } from "./owned-version.ts";
import { listCalledAgents, presentPackages, presentVersion, presentVersionDiff } from "./present-version.ts";
import { StoredManifest } from "./version-content.ts";
import {
  type ComparedRow,
  countVersions,
  findArchives,
  findCompared,
  findVersionPackages,
  findVersions,
  lockOwned,
  type VersionScope,
} from "./version-store.ts";

/**
 * Manages the versions of agents. Everyone who can view an agent can read its versions, and its
 * owner adds them.
 */
export class Versions {
  readonly #db: Database;
  readonly #uploads: Pick<Uploads, "check">;
  readonly #notices: Pick<UploadNotices, "notifyOfListing" | "notifyOfRefusal">;
  readonly #models: OfferedModels;
  readonly #packages: Pick<AgentPackages, "find">;

  constructor(
    db: Database,
    uploads: Pick<Uploads, "check">,
    notices: Pick<UploadNotices, "notifyOfListing" | "notifyOfRefusal">,
    { models, packages }: { models: OfferedModels; packages: Pick<AgentPackages, "find"> },
  ) {
    this.#packages = packages;
    this.#db = db;
    this.#uploads = uploads;
    this.#notices = notices;
    this.#models = models;
  }

  /**
   * Returns the agent for which a version may be uploaded. Call this before the file is read.
   * @throws AppError 404 for anyone but the owner; 409 if the agent has the maximum number of versions.
   */
  async requireOwnedWithRoom(agentId: number, accountId: string): Promise<{ id: number; name: string }> {
    const exposure = await findAgentAccess(this.#db, agentId);
    if (exposure?.ownerAccountId !== accountId) throw notFound("Agent");
    await refuseTooMany(this.#db, agentId);
    return { id: agentId, name: exposure.name };
  }

  /**
   * Checks a file as for a new agent and makes it the current version. If a check fails, the developer is notified and
   * nothing is stored.
   * @throws AppError 400 upload_refused with all checks, 400 price_below_cost, 404 for anyone but the owner, 409 if the
   * agent has the maximum number of versions, 503 if a check cannot run now.
   */
  async upload(
    agent: { id: number; name: string },
    accountId: string,
    fields: VersionFields,
    file: UploadedFile,
  ): Promise<UploadCheck[]> {
    const agentId = agent.id;
    const terms = await findDetailRow(this.#db, agentId);
    const checked = await this.#uploads.check(accountId, withFields({ ...file, agentId }, fields), terms);
    if (!checked.passed) {
      await this.#notices.notifyOfRefusal(accountId, agent, checked.failure);
      throw createUploadRefusal(checked);
    }
    const { content, checks } = checked;
    await this.#db.transaction().execute(async (tx) => {
      if (!(await lockOwned(tx, agentId, accountId))) throw notFound("Agent");
      await refuseTooMany(tx, agentId);
      const models = resolveModels(content.models, this.#models);
      const version = { content, models, checks, notes: fields.notes };
      const number = await addCurrentVersion(tx, agentId, version);
      await refreshSearchDocument(tx, agentId);
      if (models.missing.length === 0) await this.#notices.notifyOfListing(tx, accountId, agent, number);
    });
    return checks;
  }

  /** @throws AppError 400 for an invalid cursor; 404 for an agent that this caller is not allowed to view. */
  async list(
    agentId: number,
    accountId: string | undefined,
    { limit, offset, cursor }: VersionListQuery,
  ): Promise<VersionList> {
    const scope = await this.#getScope(agentId, accountId);
    const upTo = cursor === undefined ? NUMBER_MAX : parseCursor(cursor);
    const rows = await findVersions(this.#db, scope, {
      upTo,
      limit,
      offset: cursor === undefined ? offset : 0,
    });
    const page = rows.slice(0, limit);
    return {
      versions: page.map((row) => presentVersion(row, scope.isOwner)),
      total: await countVersions(this.#db, scope),
      next_cursor: rows.length > limit ? `${page.at(-1)?.number}` : null,
    };
  }

  /**
   * Returns one version as this caller sees it.
   * @throws AppError 404 for a version that this caller is not allowed to view.
   */
  async get(agentId: number, accountId: string | undefined, number: number): Promise<AgentVersion> {
    const scope = await this.#getScope(agentId, accountId);
    const [row] = await findVersions(this.#db, scope, { upTo: number, limit: 1, offset: 0 });
    if (row?.number !== number) throw createNoVersionError(number);
    return presentVersion(row, scope.isOwner);
  }

  /**
   * Compares two versions.
   * @param from by default the previous version that this caller may see; the first version is compared with nothing.
   * @throws AppError 404 for an agent or a version that this caller is not allowed to view.
   */
  async diff(
    agentId: number,
    accountId: string | undefined,
    number: number,
    from: number | undefined,
  ): Promise<VersionDiff> {
    const scope = await this.#getScope(agentId, accountId);
    const earlier = await findCompared(this.#db, scope, from ?? number - 1);
    if (from !== undefined && earlier?.number !== from) throw createNoVersionError(from);
    const to = await findCompared(this.#db, scope, number);
    if (to?.number !== number) throw createNoVersionError(number);
    const callable = await findCallableAgents(this.#db, listCalledAgents(earlier, to));
    const files = scope.isOwner ? await this.#compareFiles(agentId, earlier, to) : undefined;
    return presentVersionDiff(earlier, to, (id) => presentCalled(id, callable), files);
  }

  async #compareFiles(
    agentId: number,
    from: ComparedRow | undefined,
    to: ComparedRow,
  ): Promise<VersionDiff["files"]> {
    const archives = await findArchives(this.#db, agentId, [from?.number ?? to.number, to.number]);
    const getFiles = (row: ComparedRow) => ({ row, packed: archives.get(row.number) });
    return compareFiles(from && getFiles(from), getFiles(to));
  }

  /** Returns the files of a version as an archive, with its name. @throws AppError 404 for anyone but the owner. */
  async getArchive(
    agentId: number,
    accountId: string,
    number: number,
  ): Promise<{ name: string; content: Uint8Array }> {
    const { exposure, version } = await findOwnedVersion(this.#db, agentId, accountId, number);
    const packed = (await findArchives(this.#db, agentId, [number])).get(number);
    const content = packed ?? packFiles([[version.filename, Buffer.from(version.source ?? "")]]);
    return { name: getArchiveName(exposure.name, number), content };
  }

  /**
   * Returns the diagram of a workflow version.
   * @throws AppError 404 for anyone but the owner, and for versions that are not workflows.
   */
  async getDrawing(agentId: number, accountId: string, number: number): Promise<WorkflowDrawing> {
    const { version } = await findOwnedVersion(this.#db, agentId, accountId, number);
    const drawing = version.framework === "n8n" ? drawWorkflow(version.source ?? "") : undefined;
    if (!drawing) throw new AppError(404, "not_found", `Version ${number} is not an n8n workflow`);
    const { isCut, pinnedNodes, ...drawn } = drawing;
    const runsOnOwnServer = StoredManifest.parse(version.manifest).engine === "n8n";
    return { ...drawn, pinned_nodes: runsOnOwnServer ? 0 : pinnedNodes, is_cut: isCut };
  }

  /** Returns the packages of a version. @throws AppError 404 for a version that this caller is not allowed to view. */
  async getPackages(
    agentId: number,
    accountId: string | undefined,
    number: number,
  ): Promise<VersionPackages> {
    const scope = await this.#getScope(agentId, accountId);
    const version = await findVersionPackages(this.#db, scope, number);
    if (!version) throw createNoVersionError(number);
    const { packages } = StoredManifest.parse(version.manifest);
    const installed = packages && (await this.#packages.find(version.digest ?? ""));
    return presentPackages(packages?.declared, installed, scope.isOwner);
  }

  async #getScope(agentId: number, accountId: string | undefined): Promise<VersionScope> {
    const exposure = await findAgentAccess(this.#db, agentId);
    if (!exposure || !canView(exposure, accountId)) throw notFound("Agent");
    return { agentId, isOwner: exposure.ownerAccountId === accountId };
  }
}

async function refuseTooMany(db: Queryable, agentId: number): Promise<void> {
  if ((await countVersions(db, { agentId, isOwner: true })) < LIMITS.versionsMax) return;
  throw new AppError(
    409,
    "conflict",
    `This agent has ${LIMITS.versionsMax} versions, which is the maximum. Upload the file as a new agent`,
  );
}

/** Returns the number before the cursor. The cursor is the last number of the previous page. */
function parseCursor(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw invalidField("cursor", "cursor must be from a page of this list");
  return Number(cursor) - 1;
}
