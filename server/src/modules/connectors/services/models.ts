import type { ServiceDefinition } from "../service-definition.ts";
import { bearer, inHeader } from "./attach.ts";

/** Companies that serve models. */
export const modelServices: ServiceDefinition[] = [
  {
    name: "openai",
    displayName: "OpenAI",
    description: "GPT models, embeddings, images and speech",
    documentationUrl: "https://platform.openai.com/docs/api-reference/authentication",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.openai.com/v1",
    attach: bearer,
    test: { method: "GET", path: "/models" },
  },
  {
    name: "anthropic",
    displayName: "Anthropic",
    description: "Claude models",
    documentationUrl: "https://platform.claude.com/docs/en/api/overview",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.anthropic.com",
    attach: inHeader("x-api-key"),
    defaultHeaders: { "anthropic-version": "2023-06-01" },
    test: { method: "GET", path: "/v1/models?limit=1" },
  },
  {
    name: "gemini",
    displayName: "Google Gemini",
    description: "Gemini models of Google",
    documentationUrl: "https://ai.google.dev/gemini-api/docs/api-key",
    requiredFields: ["api_key"],
    baseUrl: () => "https://generativelanguage.googleapis.com",
    attach: inHeader("x-goog-api-key"),
    test: {
      method: "GET",
      path: "/v1beta/models?pageSize=1",
      // A wrong key is answered with 400, like any wrong argument.
      refusal: (body) =>
        JSON.stringify(body ?? null).includes('"API_KEY_INVALID"') ? "API_KEY_INVALID" : undefined,
    },
  },
  {
    name: "mistral",
    displayName: "Mistral AI",
    description: "Mistral models and embeddings",
    documentationUrl: "https://docs.mistral.ai/api",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.mistral.ai",
    attach: bearer,
    test: { method: "GET", path: "/v1/models" },
  },
  {
    name: "groq",
    displayName: "Groq",
    description: "Open models, answered fast",
    documentationUrl: "https://console.groq.com/docs/api-reference",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.groq.com/openai/v1",
    attach: bearer,
    test: { method: "GET", path: "/models" },
  },
  {
    name: "cohere",
    displayName: "Cohere",
    description: "Command models, embeddings and reranking",
    documentationUrl: "https://docs.cohere.com/reference/list-models",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.cohere.com",
    attach: bearer,
    test: { method: "GET", path: "/v1/models?page_size=1" },
  },
  {
    name: "deepseek",
    displayName: "DeepSeek",
    description: "DeepSeek chat and reasoning models",
    documentationUrl: "https://api-docs.deepseek.com/",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.deepseek.com",
    attach: bearer,
    test: { method: "GET", path: "/models" },
  },
  {
    name: "openrouter",
    displayName: "OpenRouter",
    description: "Models of many companies behind one key",
    documentationUrl: "https://openrouter.ai/docs/api-reference/authentication",
    requiredFields: ["api_key"],
    baseUrl: () => "https://openrouter.ai/api/v1",
    attach: bearer,
    // Its list of models is public; this tells of the key itself.
    test: { method: "GET", path: "/key" },
  },
];
