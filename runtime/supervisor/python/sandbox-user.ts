/**
 * A user ID between Debian's static IDs (up to 999, 60000 to 60513) and systemd's dynamic IDs (from 61184), so that no
 * other user has it.
 */
const SANDBOX_UID = 61_000;

/** Returns the user that sandboxes run as if this process is root; otherwise they run as this process's user. */
export function getSandboxUser(uid: number = SANDBOX_UID): number | undefined {
  return process.getuid?.() === 0 ? uid : undefined;
}
