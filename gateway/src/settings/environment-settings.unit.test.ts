import { describe, expect, it } from "vitest";
import { readGatewayConfig } from "./environment-settings.ts";
import { GatewayConfigError } from "./gateway-config.ts";

describe("reading the model settings from the environment", () => {
  it("offers only stoa-basic if no variable is set", () => {
    expect(readGatewayConfig({ OPENAI_API_KEY: " " })).toEqual({
      providers: new Map(),
      models: new Map(),
      defaultModel: "stoa-basic",
      aliases: new Map(),
    });
  });

  it('names the official provider "openai", and other providers without their host', () => {
    expect(readGatewayConfig({ OPENAI_API_KEY: "sk-1" }).providers.get("openai")).toMatchObject({
      kind: "openai",
      baseUrl: "https://api.openai.com/v1",
    });
    const own = readGatewayConfig({
      OPENAI_BASE_URL: "http://127.0.0.1:11434/v1/",
      STOA_MODELS: "org/llama-3:8b=0/0",
    });
    const provider = own.providers.get("own-server");
    expect(provider?.baseUrl).toBe("http://127.0.0.1:11434/v1");
    expect(provider?.apiKey).toBeUndefined();
    expect(own.models.get("org/llama-3:8b")).toMatchObject({
      provider: "own-server",
      upstream: "org/llama-3:8b",
      rate: { promptNano: 0n, completionNano: 0n },
    });
  });

  it.each([
    ["https://openrouter.ai/api/v1", "openrouter"],
    ["https://acme.openai.azure.com/openai/v1", "azure"],
    ["https://models.internal.acme.example:8443/v1", "own-server"],
  ])("shows the server %s as the provider %s, which does not reveal its operator", (address, name) => {
    const { providers, models } = readGatewayConfig({ OPENAI_BASE_URL: address });
    expect([...providers.keys()]).toEqual([name]);
    expect(JSON.stringify([...models.values()].map(({ provider }) => provider))).not.toContain("acme");
  });

  it("uses an inexpensive chat model as the default model if only a key is set", () => {
    const { defaultModel, models } = readGatewayConfig({ OPENAI_API_KEY: "sk-1" });
    const rate = models.get(defaultModel)?.rate;
    expect(rate?.embeds).toBeUndefined();
    expect(rate?.reasons).toBe(false);
    expect(rate?.completionNano).toBeLessThanOrEqual(1_000_000_000n);
  });

  it("uses the operator's first chat model as the default model", () => {
    const models = "text-embedding-3-small=0.02/0,gpt-4.1=2/8,gpt-4o-mini=0.15/0.60";
    expect(readGatewayConfig({ OPENAI_API_KEY: "sk-1", STOA_MODELS: models }).defaultModel).toBe("gpt-4.1");
  });

  it("uses an operator's exact price instead of the list price, and keeps the token count of images", () => {
    const { models } = readGatewayConfig({
      OPENAI_API_KEY: "k",
      STOA_MODELS: "gpt-4o-mini=0.123456789/2, new-1=1/3",
    });
    expect(models.get("gpt-4o-mini")?.rate).toMatchObject({
      promptNano: 123_456_789n,
      completionNano: 2_000_000_000n,
      cachedPromptNano: 123_456_789n,
      imageTokens: 48_169,
    });
    expect(models.get("new-1")?.rate.completionNano).toBe(3_000_000_000n);
    expect(models.get("gpt-4o")?.rate.promptNano).toBe(2_500_000_000n);
  });

  it("maps names only if the operator sets an alias", () => {
    const config = readGatewayConfig({
      OPENAI_API_KEY: "k",
      STOA_DEFAULT_MODEL: "gpt-4o",
      STOA_MODEL_ALIASES: "gpt-4=gpt-4o-mini,house=stoa-basic",
    });
    expect(config.defaultModel).toBe("gpt-4o");
    expect([...config.aliases]).toEqual([
      ["gpt-4", "gpt-4o-mini"],
      ["house", "stoa-basic"],
    ]);
  });

  it.each([
    [
      { STOA_DEFAULT_MODEL: "gpt-4o" },
      'STOA_DEFAULT_MODEL names the unknown model "gpt-4o". Available: stoa-basic',
    ],
    [{ STOA_MODEL_ALIASES: "a=gpt-9" }, "STOA_MODEL_ALIASES names the unknown model"],
    [{ STOA_MODEL_ALIASES: "default=stoa-basic" }, 'cannot redefine "default"'],
    [{ STOA_MODEL_ALIASES: "a=stoa-basic,a=stoa-basic" }, "contains a name twice"],
    [{ STOA_MODEL_ALIASES: "nonsense" }, 'entry "nonsense"'],
    [{ STOA_MODELS: "a=1/2" }, "needs a provider"],
    [{ OPENAI_API_KEY: "k", STOA_MODELS: "stoa-basic=1/2" }, 'cannot redefine "stoa-basic"'],
    [{ OPENAI_API_KEY: "k", STOA_MODELS: "a=1" }, "Expected: name=promptUSDper1M/completionUSDper1M"],
    [{ OPENAI_API_KEY: "k", STOA_MODELS: "a=1/-2" }, '"-2" is not an amount of US dollars'],
    [{ OPENAI_API_KEY: "k", STOA_MODELS: "a=1/1e3" }, "not an amount of US dollars"],
    [{ OPENAI_API_KEY: "a b" }, "OPENAI_API_KEY contains a character"],
    [{ OPENAI_BASE_URL: "api.openai.com" }, "OPENAI_BASE_URL must be a URL"],
    [{ OPENAI_BASE_URL: "https://user:pass@host/v1" }, "must not contain a user, password"],
  ])("rejects %j", (env, reason) => {
    expect(() => readGatewayConfig(env)).toThrow(GatewayConfigError);
    expect(() => readGatewayConfig(env)).toThrow(reason);
  });

  it("never shows the key in an error", () => {
    expect(() => readGatewayConfig({ OPENAI_API_KEY: "sk-secret key" })).toThrow(/^(?!.*secret)/);
  });
});
