/**
 * Prefixes with which clients select a provider's library, as in `openai:gpt-4o-mini` (LangChain),
 * `openai-chat:gpt-4o-mini` (pydantic-ai), `anthropic/claude-sonnet-4-5` (OpenRouter, LiteLLM) and
 * `models/gemini-2.5-flash` (Google).
 */
const PROVIDER_PREFIXES = [
  "anthropic",
  "azure",
  "azure_ai",
  "azure_openai",
  "bedrock",
  "bedrock_converse",
  "cohere",
  "deepseek",
  "fireworks",
  "gemini",
  "google",
  "google_anthropic_vertex",
  "google_genai",
  "google_vertexai",
  "groq",
  "meta-llama",
  "mistral",
  "mistralai",
  "models",
  "ollama",
  "openai",
  "openai-chat",
  "openai-responses",
  "openrouter",
  "perplexity",
  "qwen",
  "together",
  "vertex_ai",
  "x-ai",
  "xai",
];
const PREFIX = new RegExp(`^(?:${PROVIDER_PREFIXES.join("|")})[:/](?=.)`, "i");

/** Snapshots whose name does not start with the name of their model. */
const SNAPSHOTS: ReadonlyMap<string, string> = new Map([
  ["chatgpt-4o-latest", "gpt-4o"],
  ["gpt-3.5-turbo-0125", "gpt-3.5-turbo"],
  ["gpt-3.5-turbo-1106", "gpt-3.5-turbo"],
  ["gpt-4-0125-preview", "gpt-4-turbo"],
  ["gpt-4-0613", "gpt-4"],
  ["gpt-4-1106-preview", "gpt-4-turbo"],
  ["gpt-4-turbo-preview", "gpt-4-turbo"],
]);

/** Matches the date or edition of a snapshot after the name of its model. */
const EDITIONS: readonly RegExp[] = [
  /** OpenAI: gpt-4o-2024-08-06. */
  /-20\d\d-\d\d-\d\d$/,
  /** Anthropic: claude-sonnet-4-5-20250929; on Vertex AI, with an @ before the date. */
  /[-@]20\d{6}$/,
  /** Google: gemini-2.5-flash-preview-05-20, gemini-2.0-flash-001. */
  /-preview-\d\d-\d\d$/,
  /-exp-\d\d-\d\d$/,
  /-00\d$/,
  /-latest$/,
  /** OpenRouter: llama-3.1-8b-instruct:free. */
  /:free$/,
];

/**
 * Returns the names that may identify a model, best match first: as written, without its provider, without its date.
 * The first name of an available model is used.
 */
export function listCandidateNames(written: string): string[] {
  const names = [written.trim()];
  for (let name = names[0] ?? ""; PREFIX.test(name); name = names.at(-1) ?? "")
    names.push(name.replace(PREFIX, ""));
  let base = names.at(-1) ?? "";
  for (const edition of EDITIONS) base = base.replace(edition, "");
  const snapshot = SNAPSHOTS.get(names.at(-1) ?? "");
  return [...new Set([...names, ...(snapshot === undefined ? [] : [snapshot]), base])].filter(Boolean);
}
