import type { ConnectorUse } from "@stoa/contract";
import { describeHosts } from "@stoa/contract/agent-hosts";
import type {
  EntryPoint,
  Framework,
  InputParameter,
  Inspection,
  JobEnvironment,
  JsonValue,
} from "@stoa/runtime/protocol";
import type { TrialRunner } from "../agents/runnable-agent.ts";
import { type CheckResult, type Finding, failCheck, toResult } from "./check-list.ts";
import { createPackagesError, type PackageFacts } from "./packages-check.ts";
import type { UploadContext, UploadedFile } from "./upload-context.ts";

/** The message of a trial run if the file declares no example. */
const GREETING = "Hello";

const SAMPLES: Readonly<Record<Exclude<InputParameter["type"], "file" | "files">, JsonValue>> = {
  string: GREETING,
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

/** The URL of an image, for agents that show one to a model. Trial runs do not fetch it. */
const IMAGE_URL = "https://example.com/image.png";
const IMAGE_NAME = /(?:^|_)(?:image|img|photo|picture)(?:_?(?:url|uri|link|address))?$/i;
const ADDRESS_NAME = /(?:^|_)(?:url|uri|link)$/i;

/**
 * Installs the file's own packages and runs the file once, at no cost.
 * @throws AppError 503 runtime_unavailable if the packages cannot be installed now
 */
export async function checkTrialRun(
  context: UploadContext &
    PackageFacts & {
      hosts: readonly string[];
      connectors: readonly ConnectorUse[];
      secrets: readonly string[];
      source: string;
      framework: Framework;
      entry: EntryPoint;
      inspection: Inspection;
    },
): Promise<CheckResult<object>> {
  const { accountId, tools, source, framework, entry, hosts, connectors, secrets } = context;
  const { filename, archive } = context.file;
  const { parameters, declaration } = context.inspection;
  // The files of a message are for models that see images, and the trial's model does not.
  const inputs = entry.messageFiles ? parameters.filter(({ type }) => !isFileType(type)) : parameters;
  const input = createTrialInput(inputs, declaration.examples, tools.trials);
  const installed = await installPackages(context);
  if ("problem" in installed) return failCheck({ message: installed.problem });
  const trial = await tools.trials.try({
    accountId,
    source,
    filename,
    archive: archive?.packed,
    framework,
    entry,
    input,
    hosts,
    connectors,
    secretNames: secrets,
    ...installed,
  });
  const isMadeUp = declaration.examples.length === 0 && parameters.length > 0;
  const gotSample = parameters.some(({ name, type }) => isFileType(type) && Object.hasOwn(input, name));
  const finding = gotSample ? describeTrialWithSample(trial) : undefined;
  const described = finding ?? describeTrial(trial, context.file, isMadeUp ? input : undefined);
  return toResult(entry.kind === "declaration" ? addServers(described, hosts) : described);
}

/** Adds to the result that the trial of a declarative agent did without its MCP servers. */
function addServers(finding: Finding, hosts: readonly string[]): Finding {
  if (!finding.ok || hosts.length === 0) return finding;
  const detail = `${finding.detail}. The tools of ${describeHosts(hosts)} were not offered to the model, because trial runs cannot reach hosts`;
  return { ...finding, detail };
}

async function installPackages({
  accountId,
  tools,
  packages,
}: UploadContext & PackageFacts): Promise<{ environment?: JobEnvironment } | { problem: string }> {
  if (!packages) return {};
  const { lock, declared, imports } = packages;
  const installed = await tools.packages.install(lock, declared);
  if (installed.ok)
    return { environment: { digest: lock.digest, packages: installed.folder, imports, ownerId: accountId } };
  if (installed.isTemporary) throw createPackagesError(installed.problem);
  return { problem: installed.problem };
}

/**
 * Returns the first declared example. Without one, returns a greeting in the shape of the declared parameters. Optional
 * parameters are left out, except for files whose kind is known. Each file is a sample, because an example can only name
 * a file of the developer's machine.
 */
export function createTrialInput(
  inputs: readonly InputParameter[],
  examples: readonly Record<string, JsonValue>[],
  samples: Pick<TrialRunner, "chooseSampleFile">,
): Record<string, JsonValue> {
  const [example] = examples;
  if (example) return replaceFiles(example, inputs, samples);
  if (inputs.length === 0) return { message: GREETING };
  const needed = inputs.filter((input) => input.required || input.name === "message" || input.accept);
  return Object.fromEntries(
    needed.map((input) => [input.name, input.choices?.[0] ?? createSample(input, samples)]),
  );
}

function replaceFiles(
  example: Record<string, JsonValue>,
  inputs: readonly InputParameter[],
  samples: Pick<TrialRunner, "chooseSampleFile">,
): Record<string, JsonValue> {
  const files = inputs.filter(({ name, type }) => isFileType(type) && Object.hasOwn(example, name));
  return {
    ...example,
    ...Object.fromEntries(files.map((input) => [input.name, createSample(input, samples)])),
  };
}

const isFileType = (type: InputParameter["type"]) => type === "file" || type === "files";

function createSample(
  { name, type, accept }: InputParameter,
  samples: Pick<TrialRunner, "chooseSampleFile">,
): JsonValue {
  if (type === "file") return samples.chooseSampleFile(accept).id;
  if (type === "files") return [samples.chooseSampleFile(accept).id];
  const isUrl = type === "string" && (IMAGE_NAME.test(name) || ADDRESS_NAME.test(name));
  return isUrl ? IMAGE_URL : SAMPLES[type];
}

/** An error of the agent's own code. Errors of missing packages do not depend on the file. */
const RAISED = /^The agent raised (?!ImportError|ModuleNotFoundError)/;

/**
 * Describes a trial run that failed with a sample file: a warning, because only the developer knows what their files
 * contain. Returns undefined for every other trial.
 */
function describeTrialWithSample(trial: Awaited<ReturnType<TrialRunner["try"]>>): Finding | undefined {
  if (trial.ok || !RAISED.test(trial.detail)) return undefined;
  return {
    ok: true,
    detail: `The trial run gave the agent a made-up file. ${trial.detail.replace(/[^.]$/, "$&.")} Run it with a file of your own before you tell others about it`,
    warns: true,
  };
}

/** Matches the error of an agent that opens a file by a relative path that was not uploaded. */
const MISSING_FILE = /^The agent raised FileNotFoundError: .*: '([^/'][^']{0,200})'$/;

/**
 * Describes the result of a trial run. The text for a failure names the last line of the file in the traceback. If the
 * agent raised an error for a generated input, the text also explains how to provide an input that works.
 */
function describeTrial(
  trial: Awaited<ReturnType<TrialRunner["try"]>>,
  file: Pick<UploadedFile, "filename" | "archive">,
  madeUpInput: Record<string, JsonValue> | undefined,
): Finding {
  if (trial.ok && trial.endedAtHosts)
    return {
      ok: true,
      detail: `The agent calls ${describeHosts(trial.endedAtHosts)} when it runs. The trial run ended at this call, because trial runs cannot reach hosts`,
    };
  if (trial.ok && trial.endedAtConnector)
    return {
      ok: true,
      detail:
        "The agent ran until its first call to a service or another agent, which trial runs cannot make",
    };
  if (trial.ok && trial.warning !== undefined)
    return {
      ok: true,
      detail: `${trial.warning} A run without output fails and costs nothing.`,
      warns: true,
    };
  if (trial.ok) {
    const answered = `Completed in ${(trial.durationMs / 1000).toFixed(2)} s`;
    return { ok: true, detail: trial.tools === undefined ? answered : `${answered}. ${trial.tools}` };
  }
  const missingFile = MISSING_FILE.exec(trial.detail)?.[1];
  const message = missingFile
    ? `${trial.detail.replace(/[^.]$/, "$&.")} ${adviseFile(missingFile, file)}`
    : madeUpInput && /^The agent raised (?!AuthenticationError)/.test(trial.detail)
      ? `${trial.detail.replace(/[^.]$/, "$&.")} The trial run made up its input: ${JSON.stringify(madeUpInput)}. If the agent needs another input, call it with an example at the end of the file, under if __name__ == "__main__":`
      : trial.detail;
  return failCheck({ message, ...findPlace(trial.developerDetail, file) });
}

function adviseFile(path: string, { archive }: Pick<UploadedFile, "archive">): string {
  return archive
    ? `The archive has no ${path}. Add it at this path.`
    : `If ${path} belongs to the agent, upload both in a .zip archive.`;
}

const FRAME = /File "(?:\/tmp\/agent\/)?([^"\n]+)", line ([0-9]{1,9})/g;

/** Returns the last place in the developer's own files that a traceback names. */
function findPlace(
  traceback: string,
  { filename, archive }: Pick<UploadedFile, "filename" | "archive">,
): { path?: string; line?: number } {
  const own = new Set([filename, ...(archive?.files ?? []).map(({ path }) => path)]);
  const frames = [...traceback.matchAll(FRAME)].filter(([, path]) => path !== undefined && own.has(path));
  const [, path, line] = frames.at(-1) ?? [];
  if (path === undefined || line === undefined) return {};
  return { ...(path !== filename && { path }), line: Number(line) };
}
