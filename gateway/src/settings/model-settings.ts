import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { GatewayLog } from "../log.ts";
import { readGatewayConfig, SHORTHAND } from "./environment-settings.ts";
import { type Environment, type GatewayConfig, GatewayConfigError, setting } from "./gateway-config.ts";
import { parseModelsFile } from "./models-file.ts";

/** An editor writes a file in several steps; a person does not notice so short a wait. */
const SETTLE_MS = 200;

export interface ModelSettingsOptions {
  path: string;
  /** The operator named this file, so that it must be there. */
  isRequired: boolean;
  env: Environment;
  log: GatewayLog;
}

/**
 * The settings of models: a file where there is one, else the environment's shorthand. A file that comes or changes
 * is put in force while serving; one that cannot be used, or is gone, leaves in force what was.
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

  /** @throws GatewayConfigError naming what is wrong. */
  static async open(options: ModelSettingsOptions): Promise<ModelSettings> {
    const text = await textOf(options.path);
    if (text === undefined && options.isRequired)
      throw new GatewayConfigError(`STOA_MODELS_FILE: there is no file ${options.path}`);
    return new ModelSettings(options, text);
  }

  /** Hands over each configuration that comes into force from now on. */
  watch(apply: (config: GatewayConfig) => void): void {
    this.apply = apply;
    const { path, log } = this.options;
    /** The folder, since editors and configuration managers put a new file in the old one's place. */
    this.watcher = watch(dirname(path), { persistent: false }, () => {
      this.settling ??= setTimeout(() => {
        this.settling = undefined;
        void this.readAgain({ evenIfSeen: false });
      }, SETTLE_MS).unref();
    });
    this.watcher.on("error", (err) =>
      log.warn({ err }, "changes of the models file are not noticed any more"),
    );
  }

  /** Reads the file now, for a signal; never rejects. */
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
      const text = await textOf(path);
      if (text === this.seen && !evenIfSeen) return;
      const wasThere = this.seen !== undefined;
      this.seen = text;
      if (text !== undefined) {
        this.apply(this.parse(text));
        log.info({ path }, "the models file is in force");
      } else if (wasThere) log.warn({ path }, "the models file is gone; what it said stays in force");
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unreadable";
      log.error({ path, reason }, "the models file cannot be used; what was in force stays");
    }
  }

  private parse(text: string): GatewayConfig {
    const { path, env, log } = this.options;
    const ignored = SHORTHAND.filter((name) => setting(env, name) !== undefined);
    if (ignored.length > 0) log.warn({ path, ignored }, "the models file wins: these variables are not read");
    try {
      return parseModelsFile(text, env);
    } catch (error) {
      if (error instanceof GatewayConfigError) throw new GatewayConfigError(`${path}: ${error.message}`);
      throw error;
    }
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new GatewayConfigError(`${path}: ${error instanceof Error ? error.message : "cannot be read"}`);
  }
}
