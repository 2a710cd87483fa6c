import type { SdkLanguage } from "@stoa/contract/sdk-packages";
import { type SnippetSubject, toPythonLiteral } from "./code-snippets.ts";

const SNIPPETS: Record<SdkLanguage, (subject: SnippetSubject) => string> = {
  javascript: ({ origin, agentId, input, maxCost }) => `import { Stoa } from "stoa-sdk";

const stoa = new Stoa({ baseUrl: "${origin}" });
const result = await stoa.agents.execute(${agentId}, ${JSON.stringify(input, null, 2)}${maxCost === undefined ? "" : `, { max_cost: ${maxCost} }`});
console.log(result.agent_output, result.total_cost);
`,
  python: ({ origin, agentId, input, maxCost }) => `from stoa_sdk import Stoa

with Stoa(base_url="${origin}") as stoa:
    result = stoa.agents.execute(${agentId}, ${toPythonLiteral(input, "    ")}${maxCost === undefined ? "" : `, max_cost=${maxCost}`})
    print(result["agent_output"], result["total_cost"])
`,
};

/** Returns runnable code that calls an agent with one of this server's SDKs. */
export function createSdkSnippet(language: SdkLanguage, subject: SnippetSubject): string {
  return SNIPPETS[language](subject);
}
