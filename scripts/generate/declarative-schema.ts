import { DECLARATIVE_AGENT_SCHEMA_PATH, DeclarativeAgent } from "@stoa/contract/declarative-agent";
import * as z from "zod";

/** The JSON Schema of a declarative agent's file, as people write it: what has a default may be left out. */
export function declarativeSchemaText(): string {
  const schema = z.toJSONSchema(DeclarativeAgent, { io: "input" });
  const about = {
    $id: DECLARATIVE_AGENT_SCHEMA_PATH,
    title: "Stoa declarative agent",
    description: "An agent without code: instructions, inputs, tools and the answer's form.",
  };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}
