import { describeUndeclaredHosts } from "@stoa/runtime/supervisor";

/**
 * The code of an agent. If a caller has not shared a run, the developer may read only text that is in the agent's own
 * file, because everything else that agent code writes may repeat what the caller wrote.
 */

export interface AgentCode {
  source: string;
  filename: string;
}

const FRAME = /^ {2}File "(.*)", line (\d{1,6}), in (.{1,200})$/;
/** The line after the last frame: the exception's type, then its message, which is left out. */
const EXCEPTION = /^([A-Za-z_][\w.]{0,99})(?::|$)/;
const RAISED = /^The agent raised ([A-Za-z_]\w{0,99})(?::|\.?$)/;

/** The sentence about hosts that the run wanted to reach (`describeUndeclaredHosts`), which follows the traceback. */
const UNDECLARED =
  /^This agent tried to reach (.{1,2000}), which it does not declare\. Add (?:it|them) to hosts\.$/;
const UNNAMED = "This agent tried to reach a host that it does not declare.";

/** Returns the sentence with the hosts that the file names. Any other name may repeat what the caller wrote. */
function filterHosts({ source }: AgentCode, hosts: readonly string[]): string {
  const named = hosts.filter((host) => host.length > 3 && source.includes(host));
  return named.length > 0 ? describeUndeclaredHosts(named) : UNNAMED;
}

/** Returns a text if it is in the agent's file, or else null. */
export function filterText(code: AgentCode, text: string): string | null {
  return code.source.includes(text) ? text : null;
}

/**
 * Returns a failure that the caller saw with the type of the exception but without its message;
 * null if the failure is not an exception of the agent.
 */
export function removeRuntimeFailure(detail: string): string | null {
  const raised = RAISED.exec(detail);
  return raised === null ? null : `The agent raised ${raised[1]}`;
}

/**
 * Returns the lines of the agent's file that a traceback refers to, read from the file itself, and the types of the
 * exceptions. Agent code can write anything into a traceback, so only numbers and names are taken from it.
 */
export function filterTraceback(code: AgentCode, traceback: string): string | null {
  const sourceLines = code.source.split("\n");
  const shown: string[] = [];
  let afterFrame = false;
  for (const line of traceback.split("\n")) {
    const frame = FRAME.exec(line);
    if (frame) {
      const [, file, number = "0", name = ""] = frame;
      const text = sourceLines[Number(number) - 1];
      if (file === code.filename && text !== undefined) {
        const place = name === "<module>" || code.source.includes(name) ? `, in ${name}` : "";
        shown.push(`  File "${code.filename}", line ${number}${place}`, `    ${text.trim()}`);
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
