import { join } from "node:path";
import { GatewayConfigError, ModelSettings } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import { type Config, ConfigError } from "./config.ts";

export interface ModelSettingsOptions {
  config: Config;
  env: NodeJS.ProcessEnv;
  log: FastifyBaseLogger;
}

/** Providers and models as the operator's file names them. @throws ConfigError for what is wrong in it. */
export async function openModelSettings({ config, env, log }: ModelSettingsOptions): Promise<ModelSettings> {
  const path = config.modelsFile ?? join(config.home, "stoa.models.json");
  try {
    return await ModelSettings.open({ path, isRequired: config.modelsFile !== undefined, env, log });
  } catch (error) {
    if (error instanceof GatewayConfigError) throw new ConfigError(error.message);
    throw error;
  }
}
