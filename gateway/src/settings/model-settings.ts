import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { GatewayLog } from "../log.ts";
import { readGatewayConfig, SHORTHAND } from "./environment-settings.ts";
import { type Environment, type GatewayConfig, GatewayConfigError, getSetting } from "./gateway-config.ts";
import { parseModelsFile } from "./models-file.ts";

/**
 * How long to wait after the file changes, because an editor writes it in several steps. Nobody notices the delay.
 */
const SETTLE_MS = 200;

export interface ModelSettingsOptions {
  path: string;
  /** Whether the file must exist, because the operator named it. */
  isRequired: boolean;
  env: Environment;
  log: GatewayLog;
}

/**
 * Loads the model settings from a file, or from the environment if there is no file. A new or changed file takes
 * effect without a restart. If the file is invalid or removed, the last settings stay in effect.
 */
export class ModelSettings {
  readonly config: GatewayConfig;
  private readonly options: ModelSettingsOptions;
  private seen: string | undefined;
  private apply: (config: GatewayConfig) => void = () => undefined;
  private watcher: FSWatcher | undefined;
  private settling: NodeJS.Timeout | undefined;

  private constructor(options: ModelSettingsOptions, text: string | undefined) {
    this.options = options;
    this.seen = text;
    this.config = text === undefined ? readGatewayConfig(options.env) : this.parse(text);
  }

  /**
   * Loads the settings.
   * @throws GatewayConfigError if the required file does not exist, or naming the invalid setting.
   */
  static async open(options: ModelSettingsOptions): Promise<ModelSettings> {
    const text = await readTextFile(options.path);
    if (text === undefined && options.isRequired)
      throw new GatewayConfigError(`STOA_MODELS_FILE: the file ${options.path} does not exist`);
    return new ModelSettings(options, text);
  }

  /** Calls `apply` with each new configuration. */
  watch(apply: (config: GatewayConfig) => void): void {
    this.apply = apply;
    const { path, log } = this.options;
    /** Watch the folder, because editors and configuration managers replace the file. */
    this.watcher = watch(dirname(path), { persistent: false }, () => {
      this.settling ??= setTimeout(() => {
        this.settling = undefined;
        void this.readAgain({ evenIfSeen: false });
      }, SETTLE_MS).unref();
    });
    this.watcher.on("error", (err) => log.warn({ err }, "no longer watching the models file for changes"));
  }

  /** Reloads the file, even if it has not changed. Never rejects. */
  reload(): Promise<void> {
    return this.readAgain({ evenIfSeen: true });
  }

  close(): void {
    clearTimeout(this.settling);
    this.watcher?.close();
  }

  private async readAgain({ evenIfSeen }: { evenIfSeen: boolean }): Promise<void> {
    const { path, log } = this.options;
    try {
      const text = await readTextFile(path);
      if (text === this.seen && !evenIfSeen) return;
      const wasThere = this.seen !== undefined;
      this.seen = text;
      if (text !== undefined) {
        this.apply(this.parse(text));
        log.info({ path }, "loaded the models file");
      } else if (wasThere) log.warn({ path }, "the models file was removed, keeping its settings");
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unreadable";
      log.error({ path, reason }, "invalid models file, keeping the current settings");
    }
  }

  private parse(text: string): GatewayConfig {
    const { path, env, log } = this.options;
    const ignored = SHORTHAND.filter((name) => getSetting(env, name) !== undefined);
    if (ignored.length > 0) log.warn({ path, ignored }, "a models file exists, ignoring these variables");
    try {
      return parseModelsFile(text, env);
    } catch (error) {
      if (error instanceof GatewayConfigError) throw new GatewayConfigError(`${path}: ${error.message}`);
      throw error;
    }
  }
}

async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new GatewayConfigError(`${path}: ${error instanceof Error ? error.message : "cannot be read"}`);
  }
}
