/**
 * Between Debian's static ids (up to 999, 60000 to 60513) and systemd's dynamic ones (from 61184), so nobody has it.
 */
const SANDBOX_UID = 61_000;

/** Returns the user that sandboxes run as if this process is root; otherwise they run as this process's user. */
export function getSandboxUser(wished: number = SANDBOX_UID): number | undefined {
  return process.getuid?.() === 0 ? wished : undefined;
}
