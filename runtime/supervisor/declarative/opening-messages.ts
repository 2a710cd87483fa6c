import { type DeclarativeAgent, fillPlaceholders, placeholdersIn } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "../../protocol/index.ts";
import type { Message } from "./conversation.ts";

type Input = { [name: string]: JsonValue };

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A short value behind its name, a long one below it. */
function labelled(name: string, text: string): string {
  return text.includes("\n") ? `${name}:\n${text}` : `${name}: ${text}`;
}

/** What the caller gave and the instructions do not hold already: one text as it is, several by name. */
function givenBeside(agent: DeclarativeAgent, input: Input): string {
  const inInstructions = new Set(placeholdersIn(agent.instructions));
  const given = agent.input
    .filter(({ name }) => !inInstructions.has(name))
    .map(({ name }): [string, string] => [name, textOf(input[name])])
    .filter(([, text]) => text.trim() !== "");
  const [only, ...more] = given;
  if (!only) return "";
  return more.length === 0 ? only[1] : given.map(([name, text]) => labelled(name, text)).join("\n\n");
}

/** How the conversation begins: the instructions, and what the caller gave as the user's message. */
export function openingMessages(agent: DeclarativeAgent, input: Input): Message[] {
  const instructions = fillPlaceholders(agent.instructions, (name) => textOf(input[name]));
  const given = givenBeside(agent, input);
  // Where the instructions hold everything they are what is asked: some providers refuse a conversation without a user.
  if (given === "") return [{ role: "user", content: instructions }];
  return [
    { role: "system", content: instructions },
    { role: "user", content: given },
  ];
}
