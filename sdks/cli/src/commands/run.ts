import type { RunOptions } from "../../../js/src/index.ts";
import { findAgent } from "../agent-name.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { runToEnd } from "../follow-run.ts";
import { listFiles, RunDisplay, showOutcome } from "../run-display.ts";
import { type InputOptions, readRunInput } from "../run-input.ts";
import { saveFiles } from "../saved-files.ts";
import { openSession, type ServerOption } from "../session.ts";
import { printJson } from "../terminal.ts";

export interface RunCommandOptions extends ServerOption, InputOptions {
  maxCost?: number;
  timeout?: number;
  save?: string;
  json?: boolean;
  /** False with `--no-stream`. */
  stream: boolean;
  quiet?: boolean;
}

/** Runs an agent once. Returns 1 if the run failed, and 130 if Ctrl-C canceled it. */
export async function runAgent(
  name: string,
  words: readonly string[],
  options: RunCommandOptions,
): Promise<ExitCode> {
  const session = openSession(options);
  const { agent, version } = await findAgent(session, name);
  const input = await readRunInput(session, agent, words, options);
  const run: RunOptions = {
    ...(options.maxCost !== undefined && { max_cost: options.maxCost }),
    ...(options.timeout !== undefined && { timeout: options.timeout }),
    ...(version !== undefined && { version }),
  };
  const display = new RunDisplay({
    streams: options.stream && !options.json,
    quiet: Boolean(options.quiet || options.json),
  });
  const result = await runToEnd(session, { agentId: agent.id, input, options: run }, process, (event) =>
    display.show(event),
  );
  if (options.json) printJson(result);
  else {
    display.finish(result);
    showOutcome(result);
  }
  if (options.save !== undefined) await saveFiles(session, result, options.save);
  else if (!options.json) listFiles(result);
  if (result.status === "cancelled") return EXIT.interrupted;
  return result.success ? EXIT.ok : EXIT.failed;
}
