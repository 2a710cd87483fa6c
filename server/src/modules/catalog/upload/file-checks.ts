import { isUtf8 } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import { getRuntimeName, type Inspection } from "@stoa/runtime/protocol";
import { getAdapter, hashSource, type VersionContent } from "../versions/version-content.ts";
import { checkCalledAgents } from "./called-agents.ts";
import { CheckList, type CheckResult, toResult } from "./check-list.ts";
import { checkConnectors } from "./connector-uses.ts";
import { checkEntryPoint } from "./entry-point-check.ts";
import { checkNetwork } from "./network-check.ts";
import { checkModels, MODELS_CHECK } from "./offered-models.ts";
import { checkPackages, PACKAGES_CHECK } from "./packages-check.ts";
import { checkSecretNames } from "./secret-names.ts";
import { scanForSecrets } from "./secret-scan.ts";
import { checkFramework, checkSize, checkSyntax } from "./source-checks.ts";
import { checkTrialRun } from "./trial-run-check.ts";
import type { CheckTools, FrameworkFacts, UploadContext, UploadedFile } from "./upload-context.ts";
import { runInUploadPool } from "./upload-pool.ts";

/** The checks that need no run, in the order of the list on screen. */
export const FILE_CHECKS = CheckList.for<UploadContext>()
  .add({ name: "size", label: "File size", run: checkSize })
  .add({ name: "syntax", label: "Syntax", run: checkSyntax })
  .add({ name: "framework", label: "Framework", run: checkFramework })
  .add({ name: "entry_point", label: "Entry point", run: checkEntryPoint })
  .add({ ...MODELS_CHECK, run: checkDeclaredModels })
  .add({ name: "connectors", label: "Connectors", run: checkConnectors })
  .add({ name: "network", label: "Network", run: checkNetwork })
  .add({ name: "agents", label: "Other agents", run: checkCalledAgents })
  .add({ name: "secrets", label: "Secrets", run: checkSecrets })
  .add({ ...PACKAGES_CHECK, run: checkPackages });

/** The last check of an upload. An inspection does not run it. */
export const TRIAL_RUN = { name: "trial_run", label: "Trial run", run: checkTrialRun } as const;

/** The results of the checks for a file that passed them all. */
type FileFacts = typeof FILE_CHECKS extends CheckList<UploadContext, infer Facts> ? Facts : never;

/** Returns the content to store for a file that passed its checks. */
export function toVersionContent(facts: FileFacts): VersionContent {
  const { file, source, framework, runtime, inspection, entry, connectors, agents } = facts;
  const { hosts, modelHosts, packages, secrets } = facts;
  return {
    source,
    sha256: hashSource(file.archive?.packed ?? file.bytes),
    archive: file.archive && {
      packed: file.archive.packed,
      files: file.archive.files.map(({ path, bytes }) => ({
        path,
        bytes: bytes.length,
        sha256: hashSource(bytes).toString("hex"),
      })),
    },
    filename: file.filename,
    framework,
    agentType: getAdapter(getRuntimeName(framework, entry)),
    entry,
    inputs: inspection.parameters,
    models: inspection.declaration.models,
    connectors,
    agents,
    hosts,
    modelHosts,
    secrets,
    examples: inspection.declaration.examples,
    environmentDigest: packages?.lock.digest ?? runtime.environmentDigest,
    packages: packages && { declared: packages.declared, imports: packages.imports },
  };
}

function checkDeclaredModels({
  file,
  inspection,
  tools,
}: UploadContext & FrameworkFacts): CheckResult<object> {
  const allowMissing = file.allowMissingModels === true;
  return toResult(checkModels(inspection.declaration.models, tools.models, { allowMissing }));
}

const SCAN = { name: "scanForSecrets", work: scanForSecrets } as const;

async function checkSecrets({
  file,
  source,
  accountId,
  inspection,
  tools,
}: {
  file: UploadedFile;
  source: string;
  accountId: string;
  inspection: Inspection;
  tools: Pick<CheckTools, "listSecretNames">;
}): Promise<CheckResult<{ secrets: string[] }>> {
  const scanned = await runInUploadPool(SCAN, source, accountId);
  if (!scanned.ok) return scanned;
  for (const { path, bytes } of file.archive?.files ?? []) {
    if (path === file.filename || bytes.length > LIMITS.uploadMaxBytes || !isUtf8(bytes)) continue;
    const found = await runInUploadPool(SCAN, bytes.toString("utf8"), accountId);
    // `line` would refer to the main file, so only the detail names the line.
    if (!found.ok) return { ok: false, detail: `${path}: ${found.detail}` };
  }
  const set = file.agentId === undefined ? [] : await tools.listSecretNames(file.agentId);
  return checkSecretNames(inspection, scanned.detail, set);
}
