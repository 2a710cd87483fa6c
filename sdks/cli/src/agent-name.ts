import { type Agent, ConnectionError, NotFoundError } from "../../js/src/index.ts";
import { CliError, createUsageError } from "./errors.ts";
import type { Session } from "./session.ts";

/** The agent that a user named, and the version after `@`; undefined for the current one. */
export interface NamedAgent {
  agent: Agent;
  version: number | undefined;
}

/** `12`, or `agent/12` as in the API for OpenAI's clients. Nine digits fit into the columns of the database. */
const BY_ID = /^(?:agent\/)?(\d{1,9})(?:@(\d{1,9}))?$/;
const BY_SLUG = /^([^/@\s]+\/[^/@\s]+)(?:@(\d{1,9}))?$/;
/** The time limit of a request in milliseconds. */
const REQUEST_MS = 30_000;

/**
 * Finds an agent by its ID, or by its developer and name as in `GET /v1/models`. Both can end with a version.
 * @throws CliError if the name has another form, or if there is no such agent
 */
export async function findAgent(session: Session, name: string): Promise<NamedAgent> {
  const [, id, version] = BY_ID.exec(name) ?? [];
  if (id !== undefined)
    return { agent: await readAgent(session, Number(id), id), version: toVersion(version) };
  const [, slug, slugVersion] = BY_SLUG.exec(name) ?? [];
  if (slug === undefined)
    throw createUsageError(
      `${name} is not the name of an agent. Write its ID, such as 12, or its developer and name, such as ada/word-counter.`,
    );
  const found = await findId(session, slug);
  return { agent: await readAgent(session, found, slug), version: toVersion(slugVersion) };
}

function readAgent({ agents }: Session, id: number, name: string): Promise<Agent> {
  return agents.get(id).catch((error: unknown) => {
    throw error instanceof NotFoundError ? createUnknownError(name) : error;
  });
}

function createUnknownError(name: string): CliError {
  return new CliError(`There is no agent ${name} that you can use. Find one with: stoa-cli list`);
}

const toVersion = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));

/** Asks the server for the ID: only `/v1/models/{developer}/{name}` knows agents by their names. */
async function findId({ server, apiKey, transport }: Session, slug: string): Promise<number> {
  const path = slug.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(`${server}/v1/models/${path}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_MS),
  }).catch((error: unknown) => {
    throw new ConnectionError("Could not reach the server, or the connection was lost.", { cause: error });
  });
  // An invalid key is explained in the same words as for all other calls.
  if (response.status === 401)
    await transport.request({ method: "GET", path: "/sdk/balance", repeatable: true });
  if (response.status === 404) throw createUnknownError(slug);
  const { id, error } = Object(await response.json().catch(() => ({}))) as {
    id?: unknown;
    error?: { message?: string };
  };
  const found = typeof id === "string" ? BY_ID.exec(id)?.[1] : undefined;
  if (found === undefined)
    throw new CliError(
      `Could not find ${slug}: ${error?.message ?? `the server returned ${response.status}`}`,
    );
  return Number(found);
}
