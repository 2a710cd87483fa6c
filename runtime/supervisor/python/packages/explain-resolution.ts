import { boundText } from "@stoa/contract/bounded-text";
import { hideCredentials } from "./package-lock.ts";
import { PackageRefusal, PackagesUnavailable } from "./package-refusal.ts";

/** Matches the resolver's errors if the index does not answer. */
const UNREACHABLE =
  /error sending request|failed to fetch|failed to download|could not connect|connection (refused|reset|aborted|error)|timed? ?out|dns error|tunnel error|unsuccessful tunnel|HTTP status (server|client) error|invalid peer certificate/i;
const LOCAL =
  /No space left on device|ENOSPC|Disk quota exceeded|Permission denied|Read-only file system|memory allocation/i;

const CHANGED = /(?:hash|size) mismatch/i;

const MISSING = /Because (\S+) was not found in the package registry/;
const SOURCE_ONLY = /(?:all versions of )?(\S+?)(?:[=<>!~]\S*)? ha(?:s|ve) no usable wheels/;
const WRONG_PYTHON = /(\S+?)==(\S+) has no wheels with a matching Python (?:ABI|version|implementation) tag/;
const NO_VERSION = /there (?:is no version|are no versions) of (\S+?)((?:[=<>!~][^\s,]*,?)*)(?: and|,|$)/;
const FROM_ADDRESS = /Package `([^`\s]+)` (?:was included as a URL|attempted to resolve via URL)/;
const TOO_NEW = /exclude-newer/i;

/** Advice for packages that are published as source code only. */
const INSTEAD: Readonly<Record<string, string>> = {
  psycopg2: "Declare psycopg2-binary.",
  mysqlclient: "Declare pymysql.",
};

/** Returns uv's explanation as one paragraph, without labels and hints. */
function findExplanation(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^[\s×╰├│─▶>]+/, "").trim());
  const hint = lines.findIndex((line) => /^hint:/i.test(line));
  const kept = (hint < 0 ? lines : lines.slice(0, hint))
    .map((line) => line.replace(/^(?:error|cause): */i, ""))
    .filter((line) => line !== "" && !/^(?:warning|No solution found)/i.test(line));
  return boundText(hideCredentials(kept.join(" ")), 1_000);
}

/** Turns the resolver's error into a message for the developer. */
export function explainResolution(
  output: string,
  minimumAgeDays: number,
): PackageRefusal | PackagesUnavailable {
  if (LOCAL.test(output)) {
    return new PackagesUnavailable(
      "This server cannot install packages at the moment. Try again later.",
      output,
    );
  }
  if (CHANGED.test(output)) {
    return new PackagesUnavailable(
      "A package on the index has changed since it was chosen at the upload. Upload the file again.",
      output,
    );
  }
  const missing = MISSING.exec(output)?.[1];
  if (missing !== undefined) {
    return new PackageRefusal(
      `The package index has no package ${missing}. Check its spelling. If it is your own code, put it into the file or into a .zip archive with it.`,
    );
  }
  const fromAddress = FROM_ADDRESS.exec(output)?.[1];
  if (fromAddress !== undefined) {
    return new PackageRefusal(
      `A declared package requires ${fromAddress} from a URL, but packages come only from the server's package index. Declare another package, or another version of it.`,
    );
  }
  const source = SOURCE_ONLY.exec(output)?.[1];
  if (source !== undefined) {
    const advice = INSTEAD[source] ?? "Declare another package, or another version that has a wheel.";
    return new PackageRefusal(
      `${source} has no wheel for this server: its code would have to be built, and building runs a stranger's code. ${advice}`,
    );
  }
  const wrong = WRONG_PYTHON.exec(output);
  if (wrong) {
    return new PackageRefusal(
      `${wrong[1]} ${wrong[2]} has no wheel for the Python of this server. Declare another version.`,
    );
  }
  if (UNREACHABLE.test(output)) {
    return new PackagesUnavailable(
      "The package index cannot be reached at the moment. Try again later.",
      output,
    );
  }
  const none = NO_VERSION.exec(output);
  if (none && /Because there (?:is|are) no version/.test(output)) {
    const young =
      minimumAgeDays > 0 && !TOO_NEW.test(output)
        ? ` Versions are used ${minimumAgeDays} days after they were published.`
        : "";
    return new PackageRefusal(
      `The package index has no version of ${none[1]} that fits ${none[2] || "the file"}.${young} Declare another version.`,
    );
  }
  return new PackageRefusal(
    `The declared packages are not compatible with each other. Change or remove versions. ${findExplanation(output)}`,
  );
}
