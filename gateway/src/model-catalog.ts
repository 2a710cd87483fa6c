import { findHighest } from "./cost.ts";
import type { ModelListing, ModelMatch } from "./gateway.ts";
import { listCandidateNames } from "./model-names.ts";
import { GatewayError } from "./openai-error.ts";
import { FREE_RATE, type ModelRate } from "./rates/model-rate.ts";
import { BASIC_MODEL, DEFAULT_ALIAS, type GatewayConfig } from "./settings/gateway-config.ts";

/** The model that will answer a call. */
export interface ResolvedModel {
  name: string;
  provider: string;
  /** The provider's name for the model. */
  upstream: string;
  rate: ModelRate;
  isBasic: boolean;
  /** The models that may answer instead of this one, in order. Empty for a model that is itself a fallback. */
  fallbacks: readonly ResolvedModel[];
}

const BASIC: ResolvedModel = {
  name: BASIC_MODEL,
  provider: "stoa",
  upstream: BASIC_MODEL,
  rate: FREE_RATE,
  isBasic: true,
  fallbacks: [],
};

/** The purpose of a call: text or vectors. */
export type ModelPurpose = "chat" | "embeddings";

/** The number of characters of a requested name that an error message shows. No model has a longer name. */
const MAX_SHOWN = 128;

/** The available models and their names. */
export class ModelCatalog {
  private readonly models: ReadonlyMap<string, ResolvedModel>;
  private readonly aliases: ReadonlyMap<string, string>;
  /** The model for the name `default`. */
  readonly defaultModel: string;

  constructor(config: GatewayConfig) {
    const alone = new Map(
      [...config.models].map(([name, { provider, upstream, rate }]): [string, ResolvedModel] => [
        name,
        { name, provider, upstream, rate, isBasic: false, fallbacks: [] },
      ]),
    );
    const chained = [...alone].map(([name, model]): [string, ResolvedModel] => {
      const others = config.models.get(name)?.fallbacks ?? [];
      return [name, { ...model, fallbacks: others.flatMap((other) => alone.get(other) ?? []) }];
    });
    this.models = new Map([[BASIC_MODEL, BASIC], ...chained]);
    this.defaultModel = config.defaultModel;
    this.aliases = config.aliases;
  }

  /**
   * Returns the model that a name refers to. In a trial run, this is always stoa-basic.
   * @throws GatewayError 404 with the available names if the name matches no model.
   */
  resolve(name: string, trial: boolean, use: ModelPurpose = "chat"): ResolvedModel {
    if (trial) return BASIC;
    const model = this.lookUp(name, use)?.model;
    if (model !== undefined) return model;
    const names = this.listNames().join(", ");
    throw new GatewayError(
      `This server does not offer the model "${name.slice(0, MAX_SHOWN)}". It offers: ${names}`,
      { status: 404, type: "invalid_request_error", code: "model_not_found", param: "model" },
    );
  }

  /** Returns the model to which a name refers and how it was matched, or undefined if it matches no available model. */
  find(name: string): ModelMatch | undefined {
    const found = this.lookUp(name, "chat");
    if (found === undefined) return undefined;
    const { model, by } = found;
    const rates = [model, ...model.fallbacks].map(({ rate }) => rate);
    return {
      model: model.name,
      by,
      promptRateNano: findHighest(
        rates.flatMap(({ promptNano, cacheWriteNano }) => [promptNano, cacheWriteNano]),
      ),
      completionRateNano: findHighest(rates.map(({ completionNano }) => completionNano)),
      isLanguageModel: !model.isBasic && model.rate.embeds !== true,
    };
  }

  /** Returns every name that a request may use: `default`, then aliases, then models. */
  listNames(): string[] {
    return [...new Set([DEFAULT_ALIAS, ...this.aliases.keys(), ...this.models.keys()])];
  }

  /**
   * Looks up a name: first as written, then without its provider and date. Each time, an operator's alias comes first.
   */
  private lookUp(
    name: string,
    use: ModelPurpose,
  ): { model: ResolvedModel; by: ModelMatch["by"] } | undefined {
    const [written, ...others] = listCandidateNames(name);
    for (const candidate of written === undefined ? [] : [written, ...others]) {
      // Some libraries require a provider's prefix for every name, as in `openai/default`.
      if (candidate === DEFAULT_ALIAS) return { model: this.getDefaultModel(use), by: "default" };
      const alias = this.aliases.get(candidate);
      const model = this.models.get(alias ?? candidate);
      if (model === undefined) continue;
      if (alias !== undefined) return { model, by: "alias" };
      return { model, by: candidate === written ? "name" : "base_name" };
    }
    return undefined;
  }

  /**
   * Returns the model for `default`, or stoa-basic if there is none. Embeddings have a different default, because chat
   * models do not create vectors.
   */
  private getDefaultModel(use: ModelPurpose): ResolvedModel {
    const model =
      use === "chat"
        ? this.models.get(this.defaultModel)
        : [...this.models.values()].find(({ rate }) => rate.embeds === true);
    return model ?? BASIC;
  }

  /** Returns the chat models as shown to users. */
  listModels(): ModelListing[] {
    const answering = [...this.models.values()].filter((model) => model.rate.embeds !== true);
    return answering.map((model) => ({
      id: model.name,
      provider: model.provider,
      promptRateNano: model.rate.promptNano,
      completionRateNano: model.rate.completionNano,
      contextWindow: model.rate.contextWindow,
      isLanguageModel: !model.isBasic,
    }));
  }
}
