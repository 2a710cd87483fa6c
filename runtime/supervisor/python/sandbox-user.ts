/** Between Debian's static (up to 999, 60000 to 60513) and systemd's dynamic ids (from 61184): given to nobody. */
const SANDBOX_UID = 61_000;

/** The user that sandboxes run as when this process is root; otherwise they run as this process's. */
export function getSandboxUser(wished: number = SANDBOX_UID): number | undefined {
  return process.getuid?.() === 0 ? wished : undefined;
}
