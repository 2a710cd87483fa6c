import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GatewayConfig } from "./gateway-config.ts";
import { ModelSettings } from "./model-settings.ts";

let folder: string;
let path: string;
let settings: ModelSettings | undefined;
let logged: string[];

const fileWith = (model: string) =>
  JSON.stringify({
    providers: { local: { kind: "openai", base_url: "http://127.0.0.1:1/v1" } },
    models: { [model]: { provider: "local", rates: { prompt: 1, completion: 2 } } },
    default_model: model,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stoa-models-"));
  path = join(folder, "stoa.models.json");
  logged = [];
});
afterEach(async () => {
  settings?.close();
  settings = undefined;
  await rm(folder, { recursive: true });
});

async function open(env: Record<string, string> = {}, isRequired = false): Promise<GatewayConfig[]> {
  const note = (fields: object, message: string) => logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: note, warn: note, error: note };
  settings = await ModelSettings.open({ path, isRequired, env, log });
  const applied: GatewayConfig[] = [];
  settings.watch((config) => applied.push(config));
  return applied;
}

describe("loading the model settings", () => {
  it("uses the environment if there is no file, and the file as soon as one exists", async () => {
    const applied = await open({ OPENAI_API_KEY: "k", STOA_DEFAULT_MODEL: "gpt-4o" });
    expect(settings?.config.defaultModel).toBe("gpt-4o");
    await writeFile(path, fileWith("house"));
    await expect.poll(() => applied.at(-1)?.defaultModel, { timeout: 5_000 }).toBe("house");
  });

  it("uses the file if it exists, and lists the variables that are ignored", async () => {
    await writeFile(path, fileWith("house"));
    await open({ OPENAI_API_KEY: "k", STOA_DEFAULT_MODEL: "gpt-4o" });
    expect(settings?.config.defaultModel).toBe("house");
    expect(logged.join()).toContain("a models file exists, ignoring these variables");
    expect(logged.join()).toContain('"ignored":["STOA_DEFAULT_MODEL"]');
  });

  it("applies a replaced file, and keeps the settings if the new file is invalid or removed", async () => {
    await writeFile(path, fileWith("one"));
    const applied = await open();
    await writeFile(join(folder, "next"), fileWith("two"));
    await rename(join(folder, "next"), path);
    await expect
      .poll(() => applied.map((config) => config.defaultModel), { timeout: 5_000 })
      .toEqual(["two"]);
    await writeFile(path, '{"providers": {}, "models": {}, "default_model": "none"}');
    await expect
      .poll(() => logged.join(), { timeout: 5_000 })
      .toContain('default_model names the unknown model \\"none\\"');
    await rm(path);
    await expect.poll(() => logged.join(), { timeout: 5_000 }).toContain("the models file was removed");
    expect(applied).toHaveLength(1);
    await writeFile(path, fileWith("three"));
    await expect.poll(() => applied.at(-1)?.defaultModel, { timeout: 5_000 }).toBe("three");
  });

  it("reads the settings again on request, even if nothing changed", async () => {
    await writeFile(path, fileWith("one"));
    const applied = await open();
    await settings?.reload();
    expect(applied.map((config) => config.defaultModel)).toEqual(["one"]);
  });

  it("fails at startup for an invalid file, or for a named file that does not exist", async () => {
    await expect(open({}, true)).rejects.toThrow("STOA_MODELS_FILE: the file");
    await writeFile(path, "{}");
    await expect(open()).rejects.toThrow("stoa.models.json: providers: ");
  });
});
