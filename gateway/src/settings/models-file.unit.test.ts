import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GatewayConfigError } from "./gateway-config.ts";
import { parseModelsFile } from "./models-file.ts";

const ENV = { ANTHROPIC_API_KEY: "sk-ant-1", OPENAI_API_KEY: "sk-1" };
const anthropic = { kind: "anthropic", api_key: { env: "ANTHROPIC_API_KEY" } };
const local = { kind: "openai", base_url: "http://127.0.0.1:11434/v1/" };
const rates = { prompt: 1, completion: 2.5 };

const parse = (file: object) => parseModelsFile(JSON.stringify(file), ENV);
const withModel = (model: object) => ({
  providers: { local },
  models: { m: { provider: "local", ...model } },
});

describe("a models file", () => {
  it("defines providers, the environment variables that contain their API keys, and models at list prices or custom prices", () => {
    const config = parse({
      $schema: "./stoa.models.schema.json",
      providers: {
        claude: anthropic,
        local: {
          ...local,
          timeouts: { connect_seconds: 0.5, idle_seconds: 30 },
          circuit_breaker: { failures: 2, pause_seconds: 3 },
        },
      },
      models: {
        "claude-sonnet-4-5": { provider: "claude", fallbacks: ["house"] },
        house: {
          provider: "local",
          upstream: "llama-3:8b",
          rates: { ...rates, cached_prompt: 0.1, cache_write: 1.25, long_prompt: { above: 9, ...rates } },
          image_tokens: 7,
          reasoning: true,
          context_window: 8_192,
        },
      },
      aliases: { "claude-3-5-sonnet-latest": "claude-sonnet-4-5" },
      default_model: "house",
    });
    expect(config.providers.get("claude")).toMatchObject({
      kind: "anthropic",
      baseUrl: "https://api.anthropic.com/v1",
      apiKey: "sk-ant-1",
    });
    expect(config.providers.get("local")).toEqual({
      name: "local",
      kind: "openai",
      baseUrl: "http://127.0.0.1:11434/v1",
      timeouts: { connectMs: 500, idleMs: 30_000 },
      breaker: { failures: 2, pauseMs: 3_000 },
    });
    expect(config.models.get("claude-sonnet-4-5")).toMatchObject({
      upstream: "claude-sonnet-4-5",
      rate: { promptNano: 3_000_000_000n, cacheWriteNano: 3_750_000_000n },
      fallbacks: ["house"],
    });
    const own = { promptNano: 1_000_000_000n, completionNano: 2_500_000_000n };
    expect(config.models.get("house")).toEqual({
      name: "house",
      provider: "local",
      upstream: "llama-3:8b",
      fallbacks: [],
      rate: {
        ...own,
        cachedPromptNano: 100_000_000n,
        cacheWriteNano: 1_250_000_000n,
        longPrompt: {
          ...own,
          cachedPromptNano: 1_000_000_000n,
          cacheWriteNano: 1_000_000_000n,
          above: 9,
        },
        imageTokens: 7,
        reasons: true,
        contextWindow: 8_192,
      },
    });
    expect(config.defaultModel).toBe("house");
    expect([...config.aliases]).toEqual([["claude-3-5-sonnet-latest", "claude-sonnet-4-5"]]);
  });

  it.each<[string, object]>([
    ["provider: this setting does not exist", { providers: {}, models: {}, provider: {} }],
    [
      "providers.local.apikey: this setting does not exist",
      { providers: { local: { ...local, apikey: 1 } }, models: {} },
    ],
    ["providers.x.kind: ", { providers: { x: { kind: "cohere" } }, models: {} }],
    [
      "providers.x.api_key: required for the kind google",
      { providers: { x: { kind: "google" } }, models: {} },
    ],
    [
      "providers.x.api_key: the variable NOT_SET is not set",
      { providers: { x: { ...local, api_key: { env: "NOT_SET" } } }, models: {} },
    ],
    ["providers.x.base_url must be a URL", { providers: { x: { ...local, base_url: "x" } }, models: {} }],
    ["models.m.rates: required, because this model has no list price", withModel({})],
    ["models.m.rates.completion: ", withModel({ rates: { prompt: 1 } })],
    ["models.m.rates.prompt: ", withModel({ rates: { ...rates, prompt: -1 } })],
    ["models.m.rates.prompt: has more than 9 digits", withModel({ rates: { ...rates, prompt: 1e-10 } })],
    ["models.m.temperature: this setting does not exist", withModel({ temperature: 1 })],
    [
      'models.m.provider: unknown provider "x". Available: local',
      { providers: { local }, models: { m: { provider: "x" } } },
    ],
    ['models.m.fallbacks[0]: unknown model "x". Available: none', withModel({ rates, fallbacks: ["x"] })],
    ['models.m.fallbacks[0]: unknown model "stoa-basic"', withModel({ rates, fallbacks: ["stoa-basic"] })],
    ['models.m.fallbacks[0]: "m" is listed twice', withModel({ rates, fallbacks: ["m"] })],
    [
      "models.m.embeddings: only supported for providers of the kind openai",
      { providers: { anthropic }, models: { m: { provider: "anthropic", rates, embeddings: true } } },
    ],
    [
      'default_model names the unknown model "x". Available: stoa-basic',
      { providers: {}, models: {}, default_model: "x" },
    ],
    ['aliases.a names the unknown model "x"', { providers: {}, models: {}, aliases: { a: "x" } }],
    ["aliases.default: the name", { providers: {}, models: {}, aliases: { default: "stoa-basic" } }],
    [
      "models.stoa-basic: the name",
      { providers: { local }, models: { "stoa-basic": { provider: "local", rates } } },
    ],
  ])('is rejected with an error that contains "%s"', (reason, file) => {
    expect(() => parse(file)).toThrow(GatewayConfigError);
    expect(() => parse(file)).toThrow(reason);
  });

  it("accepts the example in the README", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const example = /```json\n(.*?)```/s.exec(readme)?.[1] ?? "";
    const config = parseModelsFile(example, { ...ENV, GEMINI_API_KEY: "AIza1" });
    expect([...config.providers.values()].map(({ kind }) => kind)).toEqual([
      "openai",
      "anthropic",
      "google",
      "openai",
    ]);
    expect(config.models.get("gemini-2.5-flash")?.rate.promptNano).toBe(300_000_000n);
  });

  it("must not contain a key, and the error does not show the key", () => {
    const file = { providers: { x: { kind: "anthropic", api_key: "sk-ant-literal" } }, models: {} };
    expect(() => parse(file)).toThrow('providers.x.api_key: must be { "env": "NAME" }');
    expect(() => parse(file)).toThrow(/^(?!.*literal)/s);
    const broken = '{"providers":{\n"x":{"api_key":sk-ant-literal}}}';
    expect(() => parseModelsFile(broken, ENV)).toThrow(/^the file is not valid JSON(, line 2)?$/);
  });
});
