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
    afterFrame = line.startsWith("  ");
  }
  return shown.length === 0 ? null : shown.join("\n");
}
