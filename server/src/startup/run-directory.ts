import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Where the sandboxes' sockets and code lie: short, because socket paths are, and for root in a place that the
 * sandbox's user may pass through, which a home below /root is not.
 */
export function runDirectory(home: string, uid: number): string {
  const name = createHash("sha256").update(home).digest("hex").slice(0, 8);
  return uid === 0 ? join("/run/stoa", name) : join(tmpdir(), `stoa-${uid}-${name}`);
}
