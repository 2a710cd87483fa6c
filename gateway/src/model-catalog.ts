import { highest } from "./cost.ts";
import type { ModelListing, ModelRates } from "./gateway.ts";
import { GatewayError } from "./openai-error.ts";
import { FREE_RATE, type ModelRate } from "./rates/model-rate.ts";
import { BASIC_MODEL, DEFAULT_ALIAS, type GatewayConfig } from "./settings/gateway-config.ts";

/** The model that will answer a call. */
export interface ResolvedModel {
  name: string;
  provider: string;
  /** What the provider calls it. */
  upstream: string;
  rate: ModelRate;
  isBasic: boolean;
  /** Models that answer where this one cannot, in order; empty for one that is asked in another's place. */
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

/** The models there are and the names they answer to. */
export class ModelCatalog {
  private readonly models: ReadonlyMap<string, ResolvedModel>;
  private readonly aliases: ReadonlyMap<string, string>;
  /** What the name `default` means. */
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
    this.aliases = new Map([...config.aliases, [DEFAULT_ALIAS, config.defaultModel]]);
  }

  /**
   * The model that answers to a name: an operator's alias first, then a model's own name. In a trial run it
   * is always stoa-basic (reading 28).
   * @throws GatewayError 404 that lists the names there are; a name is never silently replaced.
   */
  resolve(name: string, trial: boolean): ResolvedModel {
    if (trial) return BASIC;
    const model = this.models.get(this.aliases.get(name) ?? name);
    if (model !== undefined) return model;
    const names = this.names().join(", ");
    throw new GatewayError(`The model "${name.slice(0, 128)}" does not exist here. There is: ${names}`, {
      status: 404,
      type: "invalid_request_error",
      code: "model_not_found",
      param: "model",
    });
  }

  /** What the model that answers to a name costs at most, or one that answers in its place. */
  ratesOf(name: string): ModelRates | undefined {
    const model = this.models.get(this.aliases.get(name) ?? name);
    if (model === undefined) return undefined;
    const rates = [model, ...model.fallbacks].map(({ rate }) => rate);
    return {
      promptNano: highest(rates.flatMap(({ promptNano, cacheWriteNano }) => [promptNano, cacheWriteNano])),
      completionNano: highest(rates.map(({ completionNano }) => completionNano)),
    };
  }

  /** Every name that a request may use: aliases, then models. */
  names(): string[] {
    return [...new Set([DEFAULT_ALIAS, ...this.aliases.keys(), ...this.models.keys()])];
  }

  /** The models that answer questions, as people see them. */
  listings(): ModelListing[] {
    const answering = [...this.models.values()].filter((model) => model.rate.embeds !== true);
    return answering.map((model) => ({
      id: model.name,
      provider: model.provider,
      promptRateNano: model.rate.promptNano,
      completionRateNano: model.rate.completionNano,
      isLanguageModel: !model.isBasic,
    }));
  }
}
