import { Agents } from "../../js/src/agents.ts";
import { Conversations } from "../../js/src/conversations.ts";
import { Files } from "../../js/src/files.ts";
import { Runs } from "../../js/src/runs.ts";
import { readSettings } from "../../js/src/settings.ts";
import { Transport } from "../../js/src/transport.ts";
import { findCredential, findCurrentServer } from "./credentials.ts";
import { CliError, createUsageError, EXIT } from "./errors.ts";

/** The option of every command that talks to a server. */
export interface ServerOption {
  server?: string;
}

/** A server with the key to use there. */
export interface Access {
  /** The server's URL without a trailing slash. */
  server: string;
  apiKey: string;
  /** Whose key it is; undefined for a key from the environment, because a key does not tell. */
  owner: { username: string; keyName: string } | undefined;
}

/** The calls to one server with one key. */
export interface Session extends Access {
  transport: Transport;
  agents: Agents;
  conversations: Conversations;
  files: Files;
  runs: Runs;
}

/**
 * Returns a server's URL in the form in which keys are saved.
 * @throws CliError if it is not an http or https URL
 */
export function parseServer(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw createUsageError(
      `${text} is not a URL. Write the server's URL in full, such as https://stoa.example`,
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw createUsageError(`The server's URL must start with https:// or http://, not ${url.protocol}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * Returns the server to use: the option, else `STOA_URL`, else the server of the latest sign-in.
 * @throws CliError if none of them is set
 */
export function chooseServer({ server }: ServerOption): string {
  const chosen = server ?? (process.env.STOA_URL || findCurrentServer());
  if (chosen === undefined)
    throw createUsageError("Which server? Add --server https://stoa.example, or set STOA_URL.");
  return parseServer(chosen);
}

/**
 * Returns the server and the key to use: `STOA_API_KEY`, else the key of the latest sign-in on this server.
 * @throws CliError if there is no key
 */
export function chooseAccess(options: ServerOption): Access {
  const server = chooseServer(options);
  const fromEnvironment = process.env.STOA_API_KEY?.trim();
  if (fromEnvironment) return { server, apiKey: fromEnvironment, owner: undefined };
  const saved = findCredential(server);
  if (saved === undefined)
    throw new CliError(
      `You are not signed in to ${server}.\nRun: stoa-cli login --server ${server}\nIn CI, set STOA_API_KEY to an API key instead.`,
      EXIT.signedOut,
    );
  return { server, apiKey: saved.api_key, owner: { username: saved.username, keyName: saved.key_name } };
}

/** Opens the connection that a command needs. Sends nothing yet. */
export function openSession(options: ServerOption): Session {
  const access = chooseAccess(options);
  const transport = new Transport(readSettings({ apiKey: access.apiKey, baseUrl: access.server }));
  return {
    ...access,
    transport,
    agents: new Agents(transport),
    conversations: new Conversations(transport),
    files: new Files(transport),
    runs: new Runs(transport),
  };
}
