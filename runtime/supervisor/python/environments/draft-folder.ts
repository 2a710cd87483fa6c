import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const DRAFT = ".draft-";
/** Longer than any installation may take (see INSTALLATION_MS): the process that made an older draft is gone. */
const ABANDONED_MS = 60 * 60_000;

/**
 * Makes a folder that everyone can read, with passages to it. What exists already stays as it is. Said for each folder,
 * because this process's umask may keep others out.
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

/** Removes what was left behind by an installation that was killed. */
export async function sweepDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.includes(DRAFT)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Makes a folder that appears whole, by one rename. Of several that make it at the same time the first stays; each of
 * them finds it in place afterwards.
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
