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

/** Those that gpt-tokenizer carries; its files are OpenAI's own, byte for byte, as tiktoken's hashes ask. */
const VOCABULARIES = ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"] as const;

/** tiktoken names a cached file by the address that it would fetch it from. */
function getCacheName(vocabulary: string): string {
  const address = `https://openaipublic.blob.core.windows.net/encodings/${vocabulary}.tiktoken`;
  return createHash("sha1").update(address).digest("hex");
}

/** Lays out the vocabularies that tiktoken, which LangChain and AutoGen count tokens with, would otherwise download. */
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

/** The largest environment is 60 MB to fetch: a minute on a common line, and a slow one has its chance. */
const INSTALLATION_MS = 15 * 60_000;

export interface Installation {
  /** What is installed, for the operator: "the langchain environment". */
  title: string;
  lock: string;
  /** The folder that appears when all is in it. */
  target: string;
  /** Keeps what was fetched, so that a broken-off installation goes on where it was. */
  cache: string;
  python: string;
}

function buildInstallCommand(uv: Uv, { lock, cache, python }: Installation, draft: string): string[] {
  return [
    ...[uv.command, "pip", "install", "--quiet", "--no-progress", "--cache-dir", cache],
    // Every package and its hash are in the lock; nothing of a package is run to install it.
    ...["--require-hashes", "--no-deps", "--only-binary", ":all:"],
    // Files are shared with the cache, so that the same package in two environments takes room once.
    ...["--link-mode", "hardlink", "--python", python, "--target", draft, "--compile-bytecode"],
    ...["--requirement", lock],
  ];
}

/** Installs locked packages into a folder that every user can read. @throws InstallationFailure */
export async function installPackages(uv: Uv, installation: Installation): Promise<void> {
  await buildInDraft(installation.target, async (draft) => {
    // Unchecked: the folder's name vouches for the sources, so that an import looks at one file and not at two.
    const env = { ...uv.env, PYC_INVALIDATION_MODE: "UNCHECKED_HASH" };
    try {
      await runCommand(buildInstallCommand(uv, installation, draft), { env, timeoutMs: INSTALLATION_MS });
    } catch (error) {
      if (error instanceof FailedCommand) throw explainFailure(installation.title, error.output);
      throw error;
    }
    // Commands for a shell; agents can start none.
    await rm(join(draft, "bin"), { recursive: true, force: true });
    await addVocabularies(draft);
    await runCommand(["chmod", "-R", "u=rwX,go=rX", draft], { timeoutMs: 60_000 });
  });
}
