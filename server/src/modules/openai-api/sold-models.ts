import type { Gateway, ModelListing } from "@stoa/gateway";
import * as z from "zod";
import { invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { parsePart } from "../../platform/http/mount.ts";
import { getModelFeePercent, type ModelPurchase, type ModelRuns, type ModelsAgent } from "../runs/index.ts";
import { createUnknownModelError } from "./api-errors.ts";
import type { Model } from "./model-names.ts";
import { stoaFields } from "./request-fields.ts";
import { type ModelExchange, sendAnswer } from "./sold-answers.ts";
import { completeEvent, completeResponse } from "./sold-responses.ts";

/** The beginning of the IDs of models, which no username has: usernames are followed by the name of an agent. */
const PREFIX = "model/";
/** The context that is stated for a model whose provider's limit is not known: that of the smallest current models. */
const UNKNOWN_CONTEXT = 8_192;
/** OpenAI's clients require a creation time, which models do not have here. */
const CREATED = 0;
/** Digits after the point that a price per token can have: nano-USD, a millionth of it, and percent of that. */
const PRICE_DIGITS = 9 + 6 + 2;

export interface SoldModelsOptions {
  gateway: Pick<Gateway, "listModels" | "findModel">;
  runs: Pick<ModelRuns, "start">;
  /** Returns the platform's agent to which the runs belong. */
  openAgent(): Promise<ModelsAgent>;
}

const Purchase = z.object({
  max_cost: stoaFields.max_cost,
  cancel_on_disconnect: stoaFields.cancel_on_disconnect,
  stream: z.boolean().nullish(),
});

/** The models of the gateway, which callers buy at the provider's price and the platform's fee. */
export class SoldModels {
  readonly #options: SoldModelsOptions;
  #agent: Promise<ModelsAgent> | undefined;

  constructor(options: SoldModelsOptions) {
    this.#options = options;
  }

  /** Returns whether a name is that of a model, and not of an agent. */
  static isModelName(name: string): boolean {
    return name.startsWith(PREFIX);
  }

  /** Lists the models with the prices that this caller pays. */
  list(caller: Caller): Model[] {
    const models = this.#options.gateway.listModels().filter(({ isLanguageModel }) => isLanguageModel);
    return models.map((model) => present(model, getModelFeePercent(caller)));
  }

  /** @throws AppError 404 for a model that this server does not offer */
  get(name: string, caller: Caller): Model {
    const model = this.list(caller).find(({ id }) => id === name);
    if (!model) throw createUnknownModelError(name);
    return model;
  }

  /**
   * Calls a model with a request as the caller sent it, and sends the gateway's answer. Everything that the gateway accepts
   * reaches the model.
   * @throws AppError 400 or 404 for a request that cannot be a purchase, and the errors of a start
   */
  async call(exchange: ModelExchange, path: ModelPurchase["path"], body: Readonly<Record<string, unknown>>) {
    const { caller, request } = exchange;
    const name = String(body.model);
    const model = this.#options.gateway.findModel(name.slice(PREFIX.length));
    if (!model?.isLanguageModel) throw createUnknownModelError(name);
    if (request.headers["idempotency-key"] !== undefined)
      throw invalidField(
        "Idempotency-Key",
        "Answers of models are not stored, so they cannot be repeated. Leave out the Idempotency-Key",
      );
    const { max_cost: maxCost, cancel_on_disconnect: cancels, stream } = parsePart(Purchase, body);
    const { max_cost: _maxCost, cancel_on_disconnect: _cancels, ...passed } = body;
    const call = await this.#options.runs.start(caller, {
      path,
      body: { ...passed, model: model.model },
      agent: await this.#openAgent(),
      model,
      maxCost: maxCost ?? undefined,
    });
    if (cancels)
      exchange.reply.raw.once("close", () => {
        if (!exchange.reply.raw.writableFinished) call.cancel();
      });
    const isResponse = path === "/v1/responses";
    await sendAnswer(exchange, call, {
      isStream: stream === true,
      ...(isResponse && {
        completeWhole: (response) => completeResponse(response, body),
        completeEvent: (event) => completeEvent(event, body),
      }),
    });
  }

  /** Opens the platform's agent once. After an error, the next call tries again. */
  async #openAgent(): Promise<ModelsAgent> {
    this.#agent ??= this.#options.openAgent();
    try {
      return await this.#agent;
    } catch (error) {
      this.#agent = undefined;
      throw error;
    }
  }
}

function present({ id, provider, contextWindow, ...rates }: ModelListing, feePercent: number): Model {
  return {
    id: `${PREFIX}${id}`,
    object: "model",
    created: CREATED,
    owned_by: provider,
    canonical_slug: `${PREFIX}${id}`,
    name: id,
    description: `A model of ${provider}, at its price and a fee of ${feePercent} %.`,
    context_length: contextWindow ?? UNKNOWN_CONTEXT,
    pricing: {
      prompt: toPricePerToken(rates.promptRateNano, feePercent),
      completion: toPricePerToken(rates.completionRateNano, feePercent),
    },
    architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  };
}

/** Returns the price of a token in USD as an exact decimal, with the fee. */
function toPricePerToken(rateNano: bigint, feePercent: number): string {
  const units = rateNano * (100n + BigInt(feePercent));
  const digits = units.toString().padStart(PRICE_DIGITS + 1, "0");
  const fraction = digits.slice(-PRICE_DIGITS).replace(/0+$/, "");
  const whole = digits.slice(0, -PRICE_DIGITS);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
