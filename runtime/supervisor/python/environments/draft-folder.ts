import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const DRAFT = ".draft-";
/** The age at which a draft is deleted. No installation may take this long (see INSTALLATION_MS). */
const ABANDONED_MS = 60 * 60_000;

/**
 * Creates a folder that everyone can read, with new parent folders that everyone can pass through. Existing folders
 * stay unchanged. The mode is set for each folder, because this process's umask may exclude other users.
 */
export async function openFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  await chmod(path, 0o755);
  for (let above = dirname(path); above.length >= first.length; above = dirname(above))
    await chmod(above, 0o711);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Removes the drafts that killed installations left behind. */
export async function sweepDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.includes(DRAFT)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Builds a folder under another name and renames it to `target`, so that it appears only when it is complete. If
 * several processes build it at the same time, the first folder stays and the others are discarded.
 */
export async function buildInDraft(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${target}${DRAFT}${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(draft);
    await fill(draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
