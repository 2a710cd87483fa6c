import type { Agent } from "@stoa/contract/catalog";
import { type UpdateAgentRequest as Request, UpdateAgentRequest } from "@stoa/contract/uploads";

/** The listing as typed: lists have one entry per line, tags are separated by commas. */
export interface TextsFields {
  name: string;
  description: string;
  documentation: string;
  category: Agent["category"];
  tags: string;
  features: string;
  use_cases: string;
}

export const TEXTS_FIELD_NAMES = [
  "name",
  "description",
  "documentation",
  "category",
  "tags",
  "features",
  "use_cases",
] as const;

/** Returns an agent's listing as form values. */
export function toTextsFields(agent: Agent): TextsFields {
  const { name, description, category } = agent;
  return {
    name,
    description,
    documentation: agent.full_description,
    category,
    tags: agent.tags.join(", "),
    features: agent.features.join("\n"),
    use_cases: agent.use_cases.join("\n"),
  };
}

const splitParts = (text: string, between: string): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);

/** Returns the request, or the errors by field. */
export function readTexts(
  fields: TextsFields,
): { readonly request: Request } | { readonly problems: Partial<Record<keyof TextsFields, string>> } {
  const read = UpdateAgentRequest.safeParse({
    ...fields,
    tags: splitParts(fields.tags, ","),
    features: splitParts(fields.features, "\n"),
    use_cases: splitParts(fields.use_cases, "\n"),
  });
  if (read.success) return { request: read.data };
  return {
    problems: Object.fromEntries(
      read.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
    ),
  };
}
