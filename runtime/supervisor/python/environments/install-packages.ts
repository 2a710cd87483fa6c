import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { FailedCommand, runCommand } from "./command-output.ts";
import { buildInDraft } from "./draft-folder.ts";
import { TIKTOKEN_FOLDER } from "./environment.ts";
import { explainFailure } from "./installation-failure.ts";
import type { Uv } from "./uv.ts";

const { resolve } = createRequire(import.meta.url);

/** The vocabularies in gpt-tokenizer. Its files are identical to OpenAI's, as tiktoken's hash check requires. */
const VOCABULARIES = ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"] as const;

/**
 * Returns the name of a vocabulary's file in tiktoken's cache: a hash of the URL that tiktoken would download it from.
 */
function getCacheName(vocabulary: string): string {
  const address = `https://openaipublic.blob.core.windows.net/encodings/${vocabulary}.tiktoken`;
  return createHash("sha1").update(address).digest("hex");
}

/** Adds the vocabularies that tiktoken would otherwise download. LangChain and AutoGen count tokens with tiktoken. */
async function addVocabularies(packages: string): Promise<void> {
  if (!existsSync(join(packages, "tiktoken"))) return;
  const folder = join(packages, TIKTOKEN_FOLDER);
  await mkdir(folder, { recursive: true });
  for (const vocabulary of VOCABULARIES) {
    await copyFile(
      resolve(`gpt-tokenizer/data/${vocabulary}.tiktoken`),
      join(folder, getCacheName(vocabulary)),
    );
  }
}

/**
 * The time limit. The largest environment is a download of 60 MB, which takes a minute on a normal connection and much
 * longer on a slow one.
 */
const INSTALLATION_MS = 15 * 60_000;

interface InstallPaths {
  lock: string;
  /** The download cache, so that an interrupted installation continues where it stopped. */
  cache: string;
  python: string;
}

export interface Installation extends InstallPaths {
  /** The name of the installation for the operator: "the langchain environment". */
  title: string;
  /** The path at which the folder appears when it is complete. */
  target: string;
}

/**
 * Bytecode is not checked against the sources, because a folder of packages never changes. An import then reads one
 * file instead of two.
 */
export const BYTECODE_SETTINGS = { PYC_INVALIDATION_MODE: "UNCHECKED_HASH" } as const;

/** Returns the arguments with which uv installs a lock into a folder. */
export function buildInstallArguments({ lock, cache, python }: InstallPaths, target: string): string[] {
  return [
    ...["pip", "install", "--quiet", "--no-progress", "--cache-dir", cache],
    // Every package and its hash are in the lock. Installing does not run any package's code.
    ...["--require-hashes", "--no-deps", "--only-binary", ":all:"],
    // Files are linked from the cache, so that a package in two environments takes disk space once.
    ...["--link-mode", "hardlink", "--python", python, "--target", target, "--compile-bytecode"],
    ...["--requirement", lock],
  ];
}

/** Installs locked packages into a folder that every user can read. @throws InstallationFailure if uv fails */
export async function installPackages(uv: Uv, installation: Installation): Promise<void> {
  await buildInDraft(installation.target, async (draft) => {
    const env = { ...uv.env, ...BYTECODE_SETTINGS };
    const command = [uv.command, ...buildInstallArguments(installation, draft)];
    try {
      await runCommand(command, { env, timeoutMs: INSTALLATION_MS });
    } catch (error) {
      if (error instanceof FailedCommand) throw explainFailure(installation.title, error.output);
      throw error;
    }
    await finishPackages(draft);
  });
}

/** Completes a folder of packages: removes scripts, adds vocabularies, and makes everything readable. */
export async function finishPackages(folder: string): Promise<void> {
  // The scripts in this folder are for a shell, which agents cannot start.
  await rm(join(folder, "bin"), { recursive: true, force: true });
  await addVocabularies(folder);
  await runCommand(["chmod", "-R", "u=rwX,go=rX", folder], { timeoutMs: 60_000 });
}
