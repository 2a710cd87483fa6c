/** A language of the code examples. */
export type SnippetLanguage = "javascript" | "python" | "curl";

export const SNIPPET_LANGUAGES: readonly SnippetLanguage[] = ["javascript", "python", "curl"];

export interface SnippetSubject {
  /** The URL of this server, `https://...` without a trailing slash. */
  readonly origin: string;
  readonly agentId: number;
  readonly input: object;
  /** The maximum cost of the run in USD; defaults to the agent's own limit. */
  readonly maxCost?: number | undefined;
}

/** Formats JSON as a Python literal. */
export function toPythonLiteral(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${value.map((item) => toPythonLiteral(item, inner)).join(", ")}]`;
  }
  const rows = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${toPythonLiteral(item, inner)},`,
  );
  return rows.length === 0 ? "{}" : `{\n${rows.join("\n")}\n${indent}}`;
}

/** Returns the request body of a call. */
function createRequestBody({ input, maxCost }: SnippetSubject): object {
  return { input_data: input, ...(maxCost === undefined ? {} : { max_cost: maxCost }) };
}

const SNIPPETS: Record<SnippetLanguage, (url: string, body: object) => string> = {
  javascript: (url, body) => `const response = await fetch("${url}", {
  method: "POST",
  headers: {
    "X-API-Key": process.env.STOA_API_KEY,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),
});
const { data } = await response.json();
console.log(data.agent_output, data.total_cost);
`,
  python: (url, body) => `import os
import requests

response = requests.post(
    "${url}",
    headers={"X-API-Key": os.environ["STOA_API_KEY"]},
    json=${toPythonLiteral(body, "    ")},
    timeout=120,
)
data = response.json()["data"]
print(data["agent_output"], data["total_cost"])
`,
  curl: (url, body) => `curl ${url} \\
  -H "X-API-Key: $STOA_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'
`,
};

/** Returns runnable code that calls an agent through the public API. */
export function createCodeSnippet(language: SnippetLanguage, subject: SnippetSubject): string {
  const { origin, agentId } = subject;
  return SNIPPETS[language](`${origin}/api/v1/sdk/agents/${agentId}/execute`, createRequestBody(subject));
}
