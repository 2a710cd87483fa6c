import { getRuntimeName } from "@stoa/runtime/protocol";
import { getAdapter, hashSource, type VersionContent } from "../versions/version-content.ts";
import { checkCalledAgents } from "./called-agents.ts";
import { CheckList, type CheckResult, toResult } from "./check-list.ts";
import { checkConnectors } from "./connector-uses.ts";
import { checkEntryPoint } from "./entry-point-check.ts";
import { checkNetwork } from "./network-check.ts";
import { checkModels, MODELS_CHECK } from "./offered-models.ts";
import { checkPackages, PACKAGES_CHECK } from "./packages-check.ts";
import { checkSecrets } from "./secrets-check.ts";
import { checkFramework, checkSize, checkSyntax } from "./source-checks.ts";
import { checkTrialRun } from "./trial-run-check.ts";
import type { FrameworkFacts, UploadContext } from "./upload-context.ts";

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
