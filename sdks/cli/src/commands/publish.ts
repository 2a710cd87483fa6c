import { createInterface } from "node:readline/promises";
import type { InspectReply } from "@stoa/contract";
import { ApiError, type UploadFields, type UploadReply, type VersionFields } from "../../../js/src/index.ts";
import { findAgent } from "../agent-name.ts";
import { createUsageError, EXIT, type ExitCode, explainError } from "../errors.ts";
import { formatPrice } from "../format.ts";
import { openSession, type ServerOption, type Session } from "../session.ts";
import {
  isInteractive,
  noteStyles,
  outputStyles,
  printJson,
  printLine,
  printNote,
  toPrintable,
} from "../terminal.ts";
import { printChecks } from "../upload-checks.ts";
import { readDocumentation, readUploadFile, type UploadFile } from "../upload-file.ts";

/** What describes a new agent. An agent that exists is described in the studio. */
const LISTING_OPTIONS = ["name", "description", "documentation", "category", "visibility", "price"] as const;

type ListingOptions = Partial<Record<(typeof LISTING_OPTIONS)[number], string>>;

export interface PublishOptions extends ServerOption, ListingOptions {
  /** The agent that gets a new version. */
  agent?: string;
  notes?: string;
  outputNode?: string;
  allowMissingModels?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** USD per 1M tokens above which the server wants a confirmation: 0.0001 USD per token. */
const CONFIRMED_PRICE = 100;

/** Uploads a new agent, or a new version of one, and prints its checks. Returns 1 if it was refused. */
export async function publish(path: string, options: PublishOptions): Promise<ExitCode> {
  checkOptions(options);
  const session = openSession(options);
  const upload = readUploadFile(path);
  const send =
    options.agent === undefined
      ? await prepareAgent(session, upload, options)
      : await prepareVersion(session, upload, options.agent, options);
  if (send === undefined) {
    printNote("Nothing was uploaded.");
    return EXIT.failed;
  }
  printNote(
    noteStyles.dim(`Uploading ${upload.filename} to ${session.server}. The trial run takes up to 2 minutes.`),
  );
  try {
    showReply(session, await send(), options);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showRefusal(session, error, options);
  }
}

function checkOptions(options: PublishOptions): void {
  const given = LISTING_OPTIONS.find((name) => options[name] !== undefined);
  if (options.agent !== undefined && given !== undefined)
    throw createUsageError(
      `--${given} belongs to the agent, not to a version. Leave it out, or change it in the studio.`,
    );
  if (options.agent === undefined && options.notes !== undefined)
    throw createUsageError("--notes belongs to a new version. Add --agent ID, or leave it out.");
}

/** Returns the call that uploads a new agent; undefined if the user does not want to publish it. */
async function prepareAgent(
  session: Session,
  upload: UploadFile,
  options: PublishOptions,
): Promise<(() => Promise<UploadReply>) | undefined> {
  const documentation = readDocumentation(options.documentation, upload);
  const perToken = options.price === undefined ? undefined : toPricePerToken(options.price);
  const isDescribed = options.name !== undefined && options.description !== undefined;
  const suggested = isDescribed ? undefined : (await inspect(session, upload, options)).suggested;
  const name = options.name ?? suggested?.name ?? undefined;
  const description = options.description ?? suggested?.description ?? undefined;
  const missing = listMissing({ name, description, documentation, price: options.price });
  if (missing.length > 0 || !name || !description || !documentation || perToken === undefined)
    throw createUsageError(["A new agent also needs:", ...missing].join("\n"));
  const visibility = options.visibility ?? "public";
  const question = `Publish "${toPrintable(name)}" (${visibility}, ${formatPrice(perToken)}) on ${session.server}?`;
  if (!(await confirm(question, options))) return undefined;
  // The server checks the values of category and visibility, and names those that it knows.
  const fields = {
    ...getFileFields(options),
    name,
    description,
    documentation,
    price_per_token: perToken,
    visibility,
    ...(options.category !== undefined && { category: options.category }),
    ...(Number(options.price) > CONFIRMED_PRICE &&
      (options.yes || isInteractive()) && { confirm_price: true }),
  } as UploadFields;
  return () => session.agents.upload({ ...upload, ...fields });
}

/** Returns the call that uploads a version; undefined if the user does not want to publish it. */
async function prepareVersion(
  session: Session,
  upload: UploadFile,
  agentName: string,
  options: PublishOptions,
): Promise<(() => Promise<UploadReply>) | undefined> {
  const { id, version } = await findAgent(session, agentName);
  if (version !== undefined)
    throw createUsageError("A new version gets its number from the server. Leave out the @.");
  const { name } = await session.agents.get(id);
  const question = `Publish a new version of "${toPrintable(name)}" on ${session.server}? It replaces the current one.`;
  if (!(await confirm(question, options))) return undefined;
  const fields: VersionFields = {
    ...getFileFields(options),
    ...(options.notes !== undefined && { notes: options.notes }),
  };
  return () => session.agents.uploadVersion(id, { ...upload, ...fields });
}

function getFileFields({ outputNode, allowMissingModels }: PublishOptions): VersionFields {
  return {
    ...(outputNode !== undefined && { output_node: outputNode }),
    ...(allowMissingModels && { allow_missing_models: "true" }),
  };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  name: "--name TEXT            the agent's name; the file declares none",
  description: "--description TEXT     one or two sentences; the file declares none",
  documentation: "--documentation @FILE  how to use it; by default the README.md of a folder",
  price: "--price USD            per 1M tokens, such as 10; 0 is free",
};

function listMissing(values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value ? [] : [`  ${DESCRIPTIONS[name] ?? name}`],
  );
}

/**
 * Returns a price in USD per token. Moves the decimal point instead of dividing, so that no digit changes.
 * @throws CliError if the price is not a decimal number
 */
export function toPricePerToken(perMillion: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(perMillion))
    throw createUsageError(
      `--price ${perMillion}: write USD per 1M tokens as a decimal number, such as 10 or 0`,
    );
  return Number(`${perMillion}e-6`);
}

/** Asks a question in a terminal. Without one, as in CI, the command itself is the consent. */
async function confirm(question: string, { yes, json }: PublishOptions): Promise<boolean> {
  if (yes || json || !isInteractive()) return true;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** Asks the server which name and description the file declares. */
function inspect(
  { transport }: Session,
  { file, filename }: UploadFile,
  { allowMissingModels }: PublishOptions,
) {
  const form = new FormData();
  if (allowMissingModels) form.append("allow_missing_models", "true");
  form.append("file", new Blob([file as Uint8Array<ArrayBuffer>]), filename);
  return transport.request<InspectReply>({ method: "POST", path: "/agents/inspect", form, repeatable: true });
}

function showReply({ server }: Session, { agent, checks }: UploadReply, { json }: PublishOptions): void {
  if (json) {
    printJson({ agent_id: agent.id, version: agent.version, url: `${server}/agent/${agent.id}`, checks });
    return;
  }
  printChecks(checks);
  printLine(outputStyles.green(`Published version ${agent.version}: ${server}/agent/${agent.id}`));
}

/** Shows which checks failed, or which fields are invalid. */
function showRefusal({ server }: Session, error: ApiError, { json }: PublishOptions): ExitCode {
  const { lines, exitCode } = explainError(error, server);
  if (json) {
    printJson({ error: error.code, detail: error.detail, errors: error.fields, checks: error.checks });
    return exitCode;
  }
  printChecks(error.checks);
  printNote(noteStyles.red("Nothing was uploaded."));
  for (const line of lines) printNote(toPrintable(line));
  return exitCode;
}
