import { boundText } from "@stoa/contract/bounded-text";
import {
  type DeclarativeAgent,
  fillPlaceholders,
  findPlaceholders,
  type ObjectSchema,
} from "@stoa/contract/declarative-agent";
import type { AgentOutput, Job, JsonValue } from "../../protocol/index.ts";
import { toStorableJson, UnusableJson } from "../python/json-bounds.ts";
import { AgentFailure } from "./agent-failure.ts";
import { createDescribedTools } from "./callable-tool.ts";
import type { ContentPart, Message, Turn } from "./conversation.ts";
import type { DeclaredRun } from "./declared-run.ts";
import { type ReadInput, readInputFiles } from "./input-files.ts";
import { McpTools } from "./mcp-tools.ts";
import { askModel } from "./model-call.ts";
import type { RunConnection } from "./run-connection.ts";
import { findSchemaProblem } from "./schema-check.ts";
import { ToolCalls } from "./tool-calls.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { TurnBuffer } from "./turn-buffer.ts";

type Input = { [name: string]: JsonValue };

function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Puts a name before a value: on the same line, or on its own line if the value has several lines. */
function addLabel(name: string, text: string): string {
  return text.includes("\n") ? `${name}:\n${text}` : `${name}: ${text}`;
}

/**
 * Returns the caller's inputs that the instructions do not contain. A single input is returned unchanged, and several
 * are labeled with their names.
 */
function listOtherInputs(agent: DeclarativeAgent, input: Input): string {
  const inInstructions = new Set(findPlaceholders(agent.instructions));
  const inputText = agent.input
    .filter(({ name }) => !inInstructions.has(name))
    .map(({ name }): [string, string] => [name, toText(input[name])])
    .filter(([, text]) => text.trim() !== "");
  const [only, ...more] = inputText;
  if (!only) return "";
  return more.length === 0 ? only[1] : inputText.map(([name, text]) => addLabel(name, text)).join("\n\n");
}

/** Returns the first messages: the instructions, and the caller's input with its images as the user's message. */
function buildOpeningMessages(agent: DeclarativeAgent, { input, images }: ReadInput): Message[] {
  const instructions = fillPlaceholders(agent.instructions, (name) => toText(input[name]));
  const inputText = listOtherInputs(agent, input);
  // If the instructions contain all inputs, they become the user's message, because some providers refuse a
  // conversation without a user's message.
  if (inputText === "") return [{ role: "user", content: addImages(instructions, images) }];
  return [
    { role: "system", content: instructions },
    { role: "user", content: addImages(inputText, images) },
  ];
}

function addImages(text: string, images: ContentPart[]): string | ContentPart[] {
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}

/** Matches a Markdown code block. Models often put JSON in a code block, regardless of the instructions. */
const FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** Returns the declared answer schema in the format that providers expect. */
function buildResponseFormat(schema: ObjectSchema): object {
  return { type: "json_schema", json_schema: { name: "answer", schema } };
}

/** Parses a model's answer with the declared schema. Returns the value, or a problem for the model to read. */
function parseAnswer(schema: ObjectSchema, text: string): { value: JsonValue } | { problem: string } {
  const trimmed = text.trim();
  let value: JsonValue;
  try {
    value = toStorableJson(JSON.parse(FENCE.exec(trimmed)?.[1] ?? trimmed));
  } catch (error) {
    const why = error instanceof UnusableJson || error instanceof SyntaxError ? error.message : "unreadable";
    return { problem: `It is not valid JSON: ${why}` };
  }
  const problem = findSchemaProblem(schema, value);
  return problem === undefined ? { value } : { problem };
}

/** The model name of the built-in responder. */
const STOA_BASIC = "stoa-basic";
const BASIC_CALLS_NO_TOOLS =
  "stoa-basic responded. It is not a language model and cannot call tools. The tools of this agent need a model provider.";
const MAX_MESSAGE_CHARS = 2_000;

/** Alternates between the model and its tools until the model answers or its steps are used up. */
export class ToolLoop {
  readonly #agent: DeclarativeAgent;
  readonly #job: Job;
  readonly #connection: RunConnection;
  readonly #run: DeclaredRun;
  #tools: readonly ToolDefinition[] = [];
  #hasWarned = false;

  constructor(agent: DeclarativeAgent, job: Job, connection: RunConnection, run: DeclaredRun) {
    this.#agent = agent;
    this.#job = job;
    this.#connection = connection;
    this.#run = run;
  }

  /** Returns the agent's answer. @throws AgentFailure if there is none */
  async answer(): Promise<AgentOutput> {
    const messages = buildOpeningMessages(this.#agent, await readInputFiles(this.#job, this.#connection));
    const described = createDescribedTools(this.#agent.tools, this.#connection);
    const remote = await McpTools.open(this.#agent.tools, this.#job, this.#connection, this.#run);
    try {
      const tools = [...described, ...remote.list(described)];
      this.#tools = tools.map(({ definition }) => definition);
      return await this.#alternate(messages, new ToolCalls(tools, this.#run));
    } finally {
      await remote.close();
    }
  }

  async #alternate(messages: Message[], toolCalls: ToolCalls): Promise<AgentOutput> {
    const { steps } = this.#agent.limits;
    for (let step = 1; step <= steps; step++) {
      const mustAnswer = step === steps;
      const turn = await this.#turn(messages, mustAnswer);
      if (turn.calls.length === 0 || mustAnswer) return this.#finish(messages, turn);
      messages.push(...(await toolCalls.runAll(turn)));
    }
    throw new AgentFailure("The agent has no steps left. Raise its limit of steps.");
  }

  async #turn(messages: Message[], mustAnswer: boolean): Promise<Turn> {
    const { output, model, limits } = this.#agent;
    const mayCall = this.#tools.length > 0 && !mustAnswer;
    const separator = this.#run.answer === "" ? "" : "\n\n";
    let isFirst = true;
    const buffer = new TurnBuffer((text) => {
      this.#run.output((isFirst ? separator : "") + text);
      isFirst = false;
    }, mayCall);
    const request = {
      model,
      messages,
      tools: this.#tools,
      mustAnswer,
      responseFormat: output && buildResponseFormat(output),
      maxCompletionTokens: limits.completion_tokens,
    };
    const onText = output ? () => {} : (text: string) => buffer.add(text);
    const turn = await askModel(this.#connection, request, this.#job.limits.outputBytes, onText);
    if (turn.calls.length === 0 || mustAnswer) buffer.release();
    else if (buffer.unsentText !== "")
      this.#run.step("message", turn.model, boundText(buffer.unsentText, MAX_MESSAGE_CHARS));
    this.#warnAboutBasicModel(turn);
    return turn;
  }

  async #finish(messages: Message[], turn: Turn): Promise<AgentOutput> {
    const { output, limits } = this.#agent;
    if (output) return this.#answerInFormat(messages, turn);
    if (this.#run.answer.trim() === "")
      throw new AgentFailure(
        turn.calls.length > 0
          ? `The agent did not finish within its limit of ${limits.steps} steps.`
          : "The model returned no output. Try again or use another model.",
      );
    return this.#run.answer;
  }

  /** Returns the answer in its declared format. If it does not match, asks the model once to correct it. */
  async #answerInFormat(messages: Message[], turn: Turn): Promise<AgentOutput> {
    const { output } = this.#agent;
    if (!output) return turn.text;
    const first = parseAnswer(output, turn.text);
    if ("value" in first) return first.value;
    this.#run.warn(`The model's answer did not match the declared schema. ${boundText(first.problem)}`);
    const complaint = `Your answer does not match the requested schema.\n${first.problem}\nAnswer again with only JSON that matches it.`;
    const again = await this.#turn(
      [...messages, { role: "assistant", content: turn.text }, { role: "user", content: complaint }],
      true,
    );
    const second = parseAnswer(output, again.text);
    if ("value" in second) return second.value;
    const line = second.problem.split("\n", 1).join("");
    throw new AgentFailure(
      `The model's answer does not match the schema that the agent declares. ${line}`,
      second.problem,
    );
  }

  #warnAboutBasicModel({ model }: Turn): void {
    if (model !== STOA_BASIC || this.#tools.length === 0 || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#run.warn(BASIC_CALLS_NO_TOOLS);
  }
}
