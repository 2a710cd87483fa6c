import { DeclarativeAgent } from "@stoa/contract/declarative-agent";
import { invalidField } from "../../platform/http/app-error.ts";
import type { RunnableAgent } from "../catalog/index.ts";

const FIELD = "response_format";

/**
 * Checks that an agent declares that it answers with JSON, with these properties. Only agents in Stoa's JSON format can
 * declare the form of their answer.
 * @throws AppError 400 that names what the agent does not declare
 */
export function requireProperties(
  { entry, source }: Pick<RunnableAgent, "entry" | "source">,
  properties: readonly string[],
): void {
  const declared = entry.kind === "declaration" ? DeclarativeAgent.safeParse(JSON.parse(source)) : undefined;
  const schema = declared?.success ? declared.data.output : undefined;
  if (!schema)
    throw invalidField(
      FIELD,
      "This agent does not declare the form of its answer. Leave out the format and read its text",
    );
  const missing = properties.filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (missing.length > 0)
    throw invalidField(
      FIELD,
      `The answers of this agent have no ${missing.map((name) => `"${name}"`).join(", ")}, but: ${Object.keys(schema.properties ?? {}).join(", ")}`,
    );
}
