import { boundText } from "@stoa/contract/bounded-text";
import type { MissingEnvironment } from "./environment.ts";

/** An environment could not be built. `message` and `remedy` are plain sentences for the operator. */
export class InstallationFailure extends Error {
  readonly remedy: string;
  /** Whether another environment would fail for the same reason. */
  readonly concernsAll: boolean;
  constructor(message: string, remedy: string, concernsAll: boolean) {
    super(message);
    this.remedy = remedy;
    this.concernsAll = concernsAll;
  }

  toMissing(): MissingEnvironment {
    return { reason: this.message, remedy: this.remedy };
  }
}

const AGAIN = "then run: npx stoa environments";

/** Matches the errors that pip, uv and Node print if the disk is full. */
const DISK_FULL = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i;
const FORBIDDEN = /Permission denied|EACCES|EPERM|Read-only file system|EROFS|ENOTDIR/i;
/**
 * Matches the errors that pip and uv print if the index does not answer. In this case, pip also claims that a package
 * does not exist.
 */
const UNREACHABLE =
  /error sending request|failed to fetch|could not connect|connection (refused|reset|aborted|error)|timed? ?out|dns error|NewConnectionError|ConnectTimeout|ProxyError|SSLError|Temporary failure in name resolution|No matching distribution found for uv|network (is )?unreachable/i;

/** Returns the line that contains the error, or the last line that is not empty. */
function findEssence(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^[\s×╰├│─▶>]+/, "").trim());
  const line = lines.find((text) => /^error:/i.test(text)) ?? lines.filter((text) => text !== "").at(-1);
  const reason = (line ?? "no reason given").replace(/^error: */i, "").replace(/\.$/, "");
  return boundText(reason);
}

/** Returns the reason why a command failed, and the remedy, as far as its output shows them. */
export function explainFailure(what: string, output: string): InstallationFailure {
  if (DISK_FULL.test(output)) {
    return new InstallationFailure(
      `Failed to install ${what}: the disk is full.`,
      `Free 1 GB of disk space or set STOA_ENVIRONMENTS to a folder on another disk, ${AGAIN}`,
      true,
    );
  }
  if (UNREACHABLE.test(output)) {
    return new InstallationFailure(
      `Failed to install ${what}: could not reach the Python package index.`,
      `Connect this machine to the internet or set your package index in UV_DEFAULT_INDEX or pip's settings, ${AGAIN}`,
      true,
    );
  }
  if (FORBIDDEN.test(output)) {
    return new InstallationFailure(
      `Failed to install ${what}: the folder for environments is not writable.`,
      `Set STOA_ENVIRONMENTS to a folder that the server's user can write to, ${AGAIN}`,
      true,
    );
  }
  return new InstallationFailure(
    `Failed to install ${what}: ${findEssence(output)}.`,
    `Fix this problem, ${AGAIN}`,
    false,
  );
}
