import { createInterface } from "node:readline/promises";
import type { InspectReply } from "@stoa/contract";
import type { UploadFields, UploadReply, VersionFields } from "../../js/src/index.ts";
import { findAgent } from "./agent-name.ts";
import { createUsageError } from "./errors.ts";
import { formatPrice } from "./format.ts";
import { type ListingPrice, parsePrice } from "./listing-price.ts";
import type { ServerOption, Session } from "./session.ts";
import { isInteractive, toPrintable } from "./terminal.ts";
import { showFailedChecks } from "./upload-checks.ts";
import { readDocumentation, type UploadFile } from "./upload-file.ts";

/** What describes a new agent. An agent that exists is described in the studio. */
export const LISTING_OPTIONS = [
  "name",
  "description",
  "documentation",
  "category",
  "visibility",
  "price",
] as const;

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

/** Sends a prepared upload. */
type SendUpload = () => Promise<UploadReply>;

/**
 * Returns the call that uploads a new agent; undefined if a check has already failed, which is shown, or if the user
 * does not want to publish it.
 * @throws CliError if something that describes the agent is missing or invalid
 */
export async function prepareAgent(
  session: Session,
  upload: UploadFile,
  options: PublishOptions,
): Promise<SendUpload | undefined> {
  const documentation = readDocumentation(options.documentation, upload);
  const price = options.price === undefined ? undefined : parsePrice(options.price);
  let { name, description } = options;
  if (name === undefined || description === undefined) {
    const { suggested, checks } = await inspect(session, upload, options);
    if (showFailedChecks(checks, options.json ?? false)) return undefined;
    name ??= suggested.name ?? undefined;
    description ??= suggested.description ?? undefined;
  }
  if (!name || !description || !documentation || price === undefined)
    throw createMissingError({ name, description, documentation, price: options.price });
  const visibility = options.visibility ?? "public";
  const question = `Publish "${toPrintable(name)}" (${visibility}, ${formatPrice(price.usdPerToken)}) on ${session.server}?`;
  requireConsent(price, options);
  if (!(await confirm(question, options))) return undefined;
  // The server checks the values of category and visibility, and names those that it knows.
  const fields = {
    ...getFileFields(options),
    name,
    description,
    documentation,
    price_per_token: price.usdPerToken,
    visibility,
    ...(options.category !== undefined && { category: options.category }),
    ...(price.isUnusual && { confirm_price: true }),
  } as UploadFields;
  const { file, filename } = upload;
  return () => session.agents.upload({ file, filename, ...fields });
}

/** Returns the call that uploads a version; undefined if the user does not want to publish it. */
export async function prepareVersion(
  session: Session,
  upload: UploadFile,
  agentName: string,
  options: PublishOptions,
): Promise<SendUpload | undefined> {
  const { agent, version } = await findAgent(session, agentName);
  if (version !== undefined)
    throw createUsageError("A new version gets its number from the server. Leave out the @.");
  const question = `Publish a new version of "${toPrintable(agent.name)}" on ${session.server}? It replaces the current one.`;
  if (!(await confirm(question, options))) return undefined;
  const fields: VersionFields = {
    ...getFileFields(options),
    ...(options.notes !== undefined && { notes: options.notes }),
  };
  const { file, filename } = upload;
  return () => session.agents.uploadVersion(agent.id, { file, filename, ...fields });
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

function createMissingError(values: Readonly<Record<string, string | undefined>>) {
  const missing = Object.entries(values).flatMap(([name, value]) =>
    value ? [] : [`  ${DESCRIPTIONS[name]}`],
  );
  return createUsageError(["A new agent also needs:", ...missing].join("\n"));
}

/** @throws CliError for a price that is probably a mistake, if nobody is asked and the command does not confirm it */
function requireConsent({ isUnusual }: ListingPrice, { price, yes, json }: PublishOptions): void {
  if (isUnusual && !yes && (json || !isInteractive()))
    throw createUsageError(
      `--price ${price} means ${price} USD per 1M tokens, which is unusually high. Add --yes to confirm it.`,
    );
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
  form.append("file", new Blob([file]), filename);
  return transport.request<InspectReply>({ method: "POST", path: "/agents/inspect", form, repeatable: true });
}
