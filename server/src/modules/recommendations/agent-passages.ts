import { createHash } from "node:crypto";

/** The texts of an agent that say what it does. */
export interface AgentTexts {
  name: string;
  description: string;
  documentation: string;
  tags: readonly string[];
  useCases: readonly string[];
}

/**
 * The passages of which an agent's vector is made, the mean of theirs. Description and tags say what an agent is for in
 * few words, so they are in two; of the documentation its beginning counts. On the labelled set this found more than
 * one long text of everything.
 */
export function passagesOf(agent: AgentTexts, maxLength: number): string[] {
  const tags = agent.tags.join(", ");
  const passages = [
    [agent.description, tags].join(". "),
    tags || agent.name,
    [...agent.useCases, agent.documentation].join(". "),
  ];
  return passages.map((passage) => embeddable(passage, maxLength)).filter((passage) => passage !== "");
}

/** A text as an embedder takes it: cut, and without blanks around it. */
export function embeddable(text: string, maxLength: number): string {
  // Half a character at the cut becomes a sign for one that is unknown.
  return Buffer.from(text.slice(0, maxLength)).toString().trim();
}

/** Names the passages: the same digest, the same vector. */
export function digestOf(passages: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(passages)).digest();
}
