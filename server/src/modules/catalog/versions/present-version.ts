import {
  type AgentVersion,
  type CalledAgent,
  UploadCheck,
  type VersionDiff,
  type VersionPackages,
  VersionState,
} from "@stoa/contract";
import * as z from "zod";
import type { InstalledPackages } from "../agents/agent-packages.ts";
import { createSourcePatch } from "./source-patch.ts";
import {
  StoredExamples,
  StoredFiles,
  StoredFramework,
  StoredInputs,
  StoredManifest,
} from "./version-content.ts";
import { compareNamedParts, compareParts } from "./version-diff.ts";
import type { ComparedRow, VersionRow } from "./version-store.ts";

export const StoredChecks = z.array(UploadCheck);

/** Presents a version, with more detail for its agent's owner. */
export function presentVersion(row: VersionRow, isOwner: boolean): AgentVersion {
  return {
    number: row.number,
    created_at: row.createdAt.toISOString(),
    activated_at: row.activatedAt.toISOString(),
    is_current: row.isCurrent,
    framework: StoredFramework.parse(row.framework),
    notes: row.notes,
    changed: row.changed,
    ...(isOwner && {
      state: VersionState.parse(row.state),
      checks: StoredChecks.parse(row.checks),
      filename: row.filename,
      source_sha256: row.sourceSha256,
      ...(row.files !== null && {
        files: StoredFiles.parse(row.files).map(({ path, bytes }) => ({ path, bytes })),
      }),
      ...(row.environmentDigest !== null && { environment_digest: row.environmentDigest }),
    }),
  };
}

/** Presents the packages of a version. `declared` is undefined if it runs with the server's packages. */
export function presentPackages(
  declared: readonly string[] | undefined,
  installed: InstalledPackages | undefined,
  isOwner: boolean,
): VersionPackages {
  return {
    is_own: declared !== undefined,
    python: installed?.python ?? null,
    declared: [...(declared ?? [])],
    fetch_bytes: installed?.fetchBytes ?? 0,
    installed_bytes: installed?.installedBytes ?? 0,
    packages: (installed?.packages ?? []).map(({ name, version, bytes, releasedAt }) => ({
      name,
      version,
      bytes,
      released_at: releasedAt?.toISOString() ?? null,
    })),
    ...(isOwner && installed && { build_log: installed.log }),
  };
}

function parseManifest(row: ComparedRow | undefined) {
  return StoredManifest.parse(row?.manifest ?? { models: [], connectors: [] });
}

function getContent(row: ComparedRow | undefined) {
  const { models, connectors, hosts, agents } = parseManifest(row);
  return {
    framework: row ? StoredFramework.parse(row.framework) : null,
    inputs: StoredInputs.parse(row?.inputs ?? []),
    examples: StoredExamples.parse(row?.examples ?? []),
    models,
    connectors,
    hosts,
    agents,
  };
}

function toVersionRef({ number, createdAt, notes }: ComparedRow): VersionDiff["to"] {
  return { number, created_at: createdAt.toISOString(), notes };
}

function createPatch(from: ComparedRow | undefined, to: ComparedRow): string | null {
  const [before, after] = [from?.source ?? "", to.source ?? ""];
  const { filename, number } = from ?? { filename: to.filename, number: 0 };
  return createSourcePatch({ filename, number, source: before }, { ...to, source: after });
}

/** Returns the ids of the agents that either version calls, for `presentVersionDiff` to name. */
export function listCalledAgents(from: ComparedRow | undefined, to: ComparedRow): number[] {
  return [...parseManifest(from).agents, ...parseManifest(to).agents];
}

/** Presents the differences between two versions. Compares the sources only if the rows contain them. */
export function presentVersionDiff(
  from: ComparedRow | undefined,
  to: ComparedRow,
  presentCalled: (agentId: number) => CalledAgent,
  files: VersionDiff["files"],
): VersionDiff {
  const [before, after] = [getContent(from), getContent(to)];
  const called = compareParts(before.agents, after.agents);
  return {
    from: from ? toVersionRef(from) : null,
    to: toVersionRef(to),
    framework:
      before.framework === after.framework || after.framework === null
        ? null
        : { from: before.framework, to: after.framework },
    inputs: compareNamedParts(before.inputs, after.inputs, ({ name }) => name),
    models: compareParts(before.models, after.models),
    connectors: compareNamedParts(before.connectors, after.connectors, ({ service }) => service),
    hosts: compareParts(before.hosts, after.hosts),
    called_agents: { added: called.added.map(presentCalled), removed: called.removed.map(presentCalled) },
    examples: compareParts(before.examples, after.examples),
    ...(files && { files }),
    code_changed: !from?.sha256.equals(to.sha256),
    ...(to.source !== null && { source: { patch: createPatch(from, to) } }),
  };
}
