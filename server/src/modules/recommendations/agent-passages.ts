import { createHash } from "node:crypto";

/** The fields that describe what an agent does. */
export interface AgentTexts {
  name: string;
  description: string;
  documentation: string;
  tags: readonly string[];
  useCases: readonly string[];
}

/**
 * Returns the passages whose vectors are averaged into an agent's vector. Description and tags say in few words what an
 * agent does, so they are in both passages. Only the beginning of the documentation counts. On the labeled set this
 * found more agents than one long passage with everything.
 */
export function splitIntoPassages(agent: AgentTexts, maxLength: number): string[] {
  const tags = agent.tags.join(", ");
  const passages = [
    [agent.description, tags].join(". "),
    tags || agent.name,
    [...agent.useCases, agent.documentation].join(". "),
  ];
  return passages.map((passage) => toEmbeddable(passage, maxLength)).filter((passage) => passage !== "");
}

/** Shortens and trims text for an embedder. */
export function toEmbeddable(text: string, maxLength: number): string {
  // If the cut splits a surrogate pair, the half becomes a replacement character.
  return Buffer.from(text.slice(0, maxLength)).toString().trim();
}

/** Returns a digest of the passages. Passages with equal digests have equal vectors. */
export function computeDigest(passages: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(passages)).digest();
}
