import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "./errors.ts";

/** What a server answers to a sign-in: the key and whose it is. */
export interface Credential {
  api_key: string;
  /** The name of the key in Settings, where it can be revoked. */
  key_name: string;
  username: string;
}

/** The file with the keys of this computer's user. */
interface CredentialFile {
  /** The server of the latest sign-in, which commands use by default. */
  current: string | undefined;
  servers: Record<string, Credential>;
}

/** Returns the path of the file with the keys, below `$XDG_CONFIG_HOME` (the XDG Base Directory Specification). */
export function getCredentialPath(): string {
  const base = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  return join(base, "stoa", "credentials.json");
}

/** Returns the server of the latest sign-in. */
export const findCurrentServer = (): string | undefined => readFile().current;

/** Returns the key for a server, if its user has signed in. */
export function findCredential(server: string): Credential | undefined {
  const { servers } = readFile();
  return Object.hasOwn(servers, server) ? servers[server] : undefined;
}

/** Saves the key for a server, which becomes the current one. */
export function saveCredential(server: string, credential: Credential): void {
  const { servers } = readFile();
  writeFile({ current: server, servers: { ...servers, [server]: credential } });
}

/** Removes the key for a server. If it was the current server, another one becomes current. */
export function removeCredential(server: string): void {
  const { current, servers } = readFile();
  const { [server]: _, ...others } = servers;
  writeFile({ current: current === server ? Object.keys(others)[0] : current, servers: others });
}

function readFile(): CredentialFile {
  const path = getCredentialPath();
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { current: undefined, servers: {} };
    throw new CliError(`Could not read ${path}: ${(error as Error).message}`);
  }
  const parsed = parseFile(text);
  if (parsed === undefined)
    throw new CliError(`${path} is damaged. Delete it and sign in again: stoa-cli login`);
  return parsed;
}

function parseFile(text: string): CredentialFile | undefined {
  try {
    const { current, servers } = Object(JSON.parse(text)) as Record<string, unknown>;
    const entries = Object.entries(Object(servers) as Record<string, unknown>);
    const hasValidEntries = entries.every(([, entry]) => isCredential(entry));
    if (!hasValidEntries || (current !== undefined && typeof current !== "string")) return undefined;
    return { current, servers: Object.fromEntries(entries) as Record<string, Credential> };
  } catch {
    return undefined;
  }
}

function isCredential(value: unknown): value is Credential {
  const { api_key, key_name, username } = Object(value) as Record<string, unknown>;
  return [api_key, key_name, username].every((text) => typeof text === "string" && text !== "");
}

/** Replaces the file in one step, so that an interrupted command leaves the previous file. Only its user can read it. */
function writeFile(content: CredentialFile): void {
  const path = getCredentialPath();
  const folder = dirname(path);
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new CliError(`Could not save the key in ${path}: ${(error as Error).message}`);
  }
}
