/**
 * What the developer of an agent may read of a run that its caller has not shared: text from the agent's own file.
 * Everything else that agent code writes may repeat what the caller wrote.
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
export function ownWords(code: AgentCode, text: string): string | null {
  return code.source.includes(text) ? text : null;
}

/** Returns the type of exception that the caller was told, without its message; null if there is none. */
export function ownFailure(detail: string): string | null {
  const raised = RAISED.exec(detail);
  return raised === null ? null : `The agent raised ${raised[1]}`;
}

/**
 * Returns the lines of the agent's file that a traceback names, read from the file itself, and the types of the
 * exceptions. Agent code can write anything into a traceback, so only numbers and names are taken from it.
 */
export function ownTraceback(code: AgentCode, traceback: string): string | null {
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
