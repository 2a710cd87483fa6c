import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns the folder for the sandboxes' sockets and code. Its path is short, because paths of sockets are limited.
 * For root it is outside the home, because the sandbox's user cannot enter a home below /root.
 */
export function runDirectory(home: string, uid: number): string {
  const name = createHash("sha256").update(home).digest("hex").slice(0, 8);
  return uid === 0 ? join("/run/stoa", name) : join(tmpdir(), `stoa-${uid}-${name}`);
}
