import { afterAll, beforeAll } from "vitest";
import { CountingBudget } from "../../gateway/src/testing/counting-budget.ts";
import { type GatewayFixture, RUN_TOKEN, startGateway } from "../../gateway/src/testing/gateway-fixture.ts";
import { type ScriptedModel, startScriptedModel } from "../frameworks/scripted-model.ts";

/** The image that every URL returns. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A gateway with a scripted provider. Clients need only its base URL and its key. */
export interface Stand {
  model: ScriptedModel;
  gateway: GatewayFixture;
  budget: CountingBudget;
  /** The environment of a run. */
  settings: {
    OPENAI_BASE_URL: string;
    OPENAI_API_KEY: string;
    ANTHROPIC_BASE_URL: string;
    ANTHROPIC_API_KEY: string;
  };
}

/** Starts one gateway for all tests of the calling file. */
export function useStand(budgetTokens?: number): () => Stand {
  let stand: Stand | undefined;
  beforeAll(async () => {
    const model = await startScriptedModel();
    const budget = new CountingBudget(budgetTokens);
    const gateway = await startGateway({
      env: {
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: "sk-operators",
        STOA_MODEL_ALIASES: "claude-sonnet-4-5=gpt-4.1",
      },
      budget,
      fetchImage: async () => Buffer.from(PIXEL, "base64"),
    });
    const address = `http://127.0.0.1:${gateway.port}`;
    stand = {
      model,
      gateway,
      budget,
      settings: {
        OPENAI_BASE_URL: `${address}/v1`,
        OPENAI_API_KEY: RUN_TOKEN,
        ANTHROPIC_BASE_URL: address,
        ANTHROPIC_API_KEY: RUN_TOKEN,
      },
    };
  });
  afterAll(async () => {
    await stand?.gateway.close();
    await stand?.model.close();
  });
  return () => {
    if (stand === undefined) throw new Error("the stand exists only while tests run");
    return stand;
  };
}
