import { createInterface, type Interface } from "node:readline";
import type { Agent, InputData } from "../../../js/src/index.ts";
import { findAgent } from "../agent-name.ts";
import { CliError, explainError } from "../errors.ts";
import { type InterruptSource, runToEnd } from "../follow-run.ts";
import { formatPrice, formatUsd } from "../format.ts";
import { listFiles, RunDisplay, showOutcome } from "../run-display.ts";
import { placeMessage } from "../run-input.ts";
import { openSession, type ServerOption, type Session } from "../session.ts";
import { isInteractive, noteStyles, printNote, toPrintable } from "../terminal.ts";

export interface ChatOptions extends ServerOption {
  /** The maximum cost of each conversation in USD. */
  maxCost?: number;
  quiet?: boolean;
}

const HELP = "/new begins a new conversation, /cost shows its cost, /exit leaves. Ctrl-C stops an answer.";

/**
 * Reads messages line by line and shows the agent's answers. A question of the agent is its answer, and the next
 * message answers it. Input that is not a terminal works the same way, without prompts.
 */
export async function chat(name: string, options: ChatOptions): Promise<void> {
  const session = openSession(options);
  const { agent, version } = await findAgent(session, name);
  const talk = new Talk(session, agent, version, options);
  const isTerminal = isInteractive();
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stderr, prompt: noteStyles.bold("> ") }),
    terminal: isTerminal,
  });
  if (isTerminal) talk.greet();
  try {
    await answerLines(lines, talk, isTerminal);
  } finally {
    lines.close();
  }
}

async function answerLines(lines: Interface, talk: Talk, isTerminal: boolean): Promise<void> {
  const leave = () => lines.close();
  const prompt = () => {
    if (!isTerminal) return;
    lines.on("SIGINT", leave);
    lines.prompt();
  };
  prompt();
  for await (const line of lines) {
    lines.off("SIGINT", leave);
    const message = line.trim();
    if (message === "/exit" || message === "/quit") return;
    if (message !== "") await talk.take(message, isTerminal ? lines : process);
    prompt();
  }
  if (isTerminal) printNote();
}

/** The conversations of one session with an agent. */
class Talk {
  readonly #session: Session;
  readonly #agent: Agent;
  readonly #version: number | undefined;
  readonly #options: ChatOptions;
  #conversationId: string | undefined;

  constructor(session: Session, agent: Agent, version: number | undefined, options: ChatOptions) {
    this.#session = session;
    this.#agent = agent;
    this.#version = version;
    this.#options = options;
  }

  greet(): void {
    const { name, price_per_token } = this.#agent;
    printNote(`${noteStyles.bold(toPrintable(name))} (${formatPrice(price_per_token)}). ${HELP}`);
  }

  /** Carries out a command, or sends a message and shows the answer. An error does not end the session. */
  async take(message: string, interrupts: InterruptSource): Promise<void> {
    try {
      if (message === "/new") this.#beginAnew();
      else if (message === "/cost") await this.#showCost();
      else if (/^\/\w+$/.test(message))
        printNote(message === "/help" ? HELP : `There is no ${message}. ${HELP}`);
      else await this.#send(message, interrupts);
    } catch (error) {
      // In a script, the next line would build on an answer that is missing.
      if (!isInteractive()) throw error;
      for (const line of explainError(error, this.#session.server).lines)
        printNote(noteStyles.red(toPrintable(line)));
    }
  }

  #beginAnew(): void {
    this.#conversationId = undefined;
    printNote("The next message begins a new conversation.");
  }

  async #showCost(): Promise<void> {
    if (this.#conversationId === undefined)
      return printNote("This conversation has not begun, so it costs nothing.");
    const { total_cost, max_cost } = await this.#session.conversations.get(this.#conversationId);
    const limit = max_cost === null ? "" : ` of at most ${formatUsd(max_cost)}`;
    printNote(`This conversation has cost ${formatUsd(total_cost)}${limit}.`);
  }

  async #send(message: string, interrupts: InterruptSource): Promise<void> {
    const { id, input_params } = this.#agent;
    const input: InputData = {};
    placeMessage(input_params, input, new Set(), message);
    // A conversation is created with its first message, so that none is left behind empty.
    this.#conversationId ??= await this.#createConversation();
    const display = new RunDisplay({ streams: true, quiet: this.#options.quiet ?? false });
    const result = await runToEnd(
      this.#session,
      {
        agentId: id,
        input,
        options: {
          conversation_id: this.#conversationId,
          ...(this.#version !== undefined && { version: this.#version }),
        },
      },
      interrupts,
      (event) => display.show(event),
    );
    display.finish(result);
    showOutcome(result);
    listFiles(result);
    if (!result.success && !isInteractive())
      throw new CliError("The run failed, so the rest of the input was not sent.");
  }

  async #createConversation(): Promise<string> {
    const { maxCost } = this.#options;
    const options = maxCost === undefined ? {} : { max_cost: maxCost };
    return (await this.#session.conversations.create(this.#agent.id, options)).id;
  }
}
