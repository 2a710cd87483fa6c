import { describeUndeclaredHosts } from "@stoa/runtime/supervisor";
import { strFromU8, unzipSync } from "fflate";

/**
 * The code of an agent. If a caller has not shared a run, the developer may read only text that is in the agent's own
 * file, because everything else that agent code writes may repeat the caller's input.
 */

export interface AgentCode {
  source: string;
  filename: string;
  /** The other files of the agent's archive, as a zip file that the server created. */
  archive?: Buffer | undefined;
}

/** The folder that contains the files of an archive in a run (`stoa_sandbox/archive_files.py`). */
const ARCHIVE_FOLDER = "/tmp/agent/";

const FRAME = /^ {2}File "(.*)", line (\d{1,6}), in (.{1,200})$/;
/** Matches the line after the last frame: the exception's type, then its message, which is left out. */
const EXCEPTION = /^([A-Za-z_][\w.]{0,99})(?::|$)/;
const RAISED = /^The agent raised ([A-Za-z_]\w{0,99})(?::|\.?$)/;

/** The sentence about hosts that the run wanted to reach (`describeUndeclaredHosts`), which follows the traceback. */
const UNDECLARED =
  /^This agent tried to reach (.{1,2000}), which it does not declare\. Add (?:it|them) to hosts\.$/;
const UNNAMED = "This agent tried to reach a host that it does not declare.";

/** Returns the sentence with the hosts that the file names. Any other name may repeat the caller's input. */
function filterHosts({ source }: AgentCode, hosts: readonly string[]): string {
  const named = hosts.filter((host) => host.length > 3 && source.includes(host));
  return named.length > 0 ? describeUndeclaredHosts(named) : UNNAMED;
}

/** Returns the Python files of an agent, keyed by the names that they have in tracebacks. */
function listFiles({ source, filename, archive }: AgentCode): Map<string, string> {
  const files = new Map([[filename, source]]);
  if (archive === undefined) return files;
  const others = unzipSync(archive, { filter: ({ name }) => name.endsWith(".py") && name !== filename });
  for (const [path, bytes] of Object.entries(others)) files.set(ARCHIVE_FOLDER + path, strFromU8(bytes));
  return files;
}

/** Returns `text` if the agent's file contains it, or else null. */
export function filterText(code: AgentCode, text: string): string | null {
  return code.source.includes(text) ? text : null;
}

/**
 * Reduces the failure that the caller saw to the exception's type, without its message.
 * Returns null if the failure is not an exception of the agent.
 */
export function removeRuntimeFailure(detail: string): string | null {
  const raised = RAISED.exec(detail);
  return raised === null ? null : `The agent raised ${raised[1]}`;
}

/**
 * Returns the parts of a traceback that concern the agent's own code: the lines of the agent's files, read from the
 * files themselves, the types of exceptions, and undeclared hosts that the file names. Agent code can write anything
 * into a traceback, so only line numbers and names are taken from it.
 */
export function filterTraceback(code: AgentCode, traceback: string): string | null {
  const files = listFiles(code);
  const shown: string[] = [];
  let afterFrame = false;
  for (const line of traceback.split("\n")) {
    const frame = FRAME.exec(line);
    if (frame) {
      const [, file, number = "0", name = ""] = frame;
      const source = files.get(file ?? "");
      const text = source?.split("\n")[Number(number) - 1];
      if (source !== undefined && text !== undefined) {
        const place = name === "<module>" || source.includes(name) ? `, in ${name}` : "";
        shown.push(
          `  File "${file?.replace(ARCHIVE_FOLDER, "")}", line ${number}${place}`,
          `    ${text.trim()}`,
        );
      }
    }
    const exception = afterFrame ? EXCEPTION.exec(line) : null;
    if (exception?.[1] !== undefined) shown.push(exception[1]);
    const undeclared = UNDECLARED.exec(line)?.[1];
    if (undeclared !== undefined) shown.push(filterHosts(code, undeclared.split(", ")));
    afterFrame = line.startsWith("  ");
  }
  return shown.length === 0 ? null : shown.join("\n");
}
