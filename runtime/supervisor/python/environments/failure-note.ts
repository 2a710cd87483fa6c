import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { EnvironmentName, MissingEnvironment } from "./environment.ts";

const Note = z.object({ digest: z.string(), reason: z.string(), remedy: z.string() });

function getNotePath(directory: string, name: EnvironmentName): string {
  return join(directory, `${name}.missing.json`);
}

/** Stores the reason why an environment could not be built, for the servers that need it later. */
export async function writeNote(
  directory: string,
  name: EnvironmentName,
  digest: string,
  { reason, remedy }: MissingEnvironment,
): Promise<void> {
  await writeFile(getNotePath(directory, name), JSON.stringify({ digest, reason, remedy }), { mode: 0o644 });
}

export async function removeNote(directory: string, name: EnvironmentName): Promise<void> {
  await rm(getNotePath(directory, name), { force: true });
}

/** Returns the stored reason for this digest, or undefined if no failure is stored for it. */
export async function readNote(
  directory: string,
  name: EnvironmentName,
  digest: string,
): Promise<MissingEnvironment | undefined> {
  try {
    const note = Note.parse(JSON.parse(await readFile(getNotePath(directory, name), "utf8")));
    return note.digest === digest ? { reason: note.reason, remedy: note.remedy } : undefined;
  } catch {
    return undefined;
  }
}
