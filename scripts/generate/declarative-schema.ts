import { DECLARATIVE_AGENT_SCHEMA_PATH, DeclarativeAgent } from "@stoa/contract/declarative-agent";
import * as z from "zod";

/** Returns the JSON Schema that authors' files must match. Fields with a default are optional in it. */
export function generateDeclarativeSchema(): string {
  const schema = z.toJSONSchema(DeclarativeAgent, { io: "input" });
  const about = {
    $id: DECLARATIVE_AGENT_SCHEMA_PATH,
    title: "Stoa declarative agent",
    description: "An agent without code: instructions, inputs, tools and the format of the answer.",
  };
  return `${JSON.stringify({ ...about, ...schema }, null, 2)}\n`;
}
