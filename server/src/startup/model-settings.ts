import { join } from "node:path";
import { type Gateway, GatewayConfigError, ModelSettings } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import { type Config, ConfigError } from "../config.ts";

export interface ModelSettingsDeps {
  config: Config;
  env: NodeJS.ProcessEnv;
  log: FastifyBaseLogger;
}

/** Returns the providers and models of the operator's models file. @throws ConfigError if the file is invalid. */
export async function openModelSettings({ config, env, log }: ModelSettingsDeps): Promise<ModelSettings> {
  const path = config.modelsFile ?? join(config.home, "stoa.models.json");
  try {
    return await ModelSettings.open({ path, isRequired: config.modelsFile !== undefined, env, log });
  } catch (error) {
    if (error instanceof GatewayConfigError) throw new ConfigError(error.message);
    throw error;
  }
}

/** Returns a line that tells the operator which model agents get for `default`. */
export function describeDefaultModel(gateway: Pick<Gateway, "getDefaultModel" | "listModels">): string {
  const name = gateway.getDefaultModel();
  const model = gateway.listModels().find(({ id }) => id === name);
  if (model?.isLanguageModel)
    return `Agents that ask for the model "default" get ${name} (${model.provider}).`;
  return `Agents that ask for the model "default" get ${name}, which is not a language model. To offer one, set OPENAI_API_KEY or write a models file.`;
}
