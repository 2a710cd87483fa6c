import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { TIKTOKEN_FOLDER } from "./environment.ts";

const { resolve } = createRequire(import.meta.url);

/** Those that gpt-tokenizer carries; its files are OpenAI's own, byte for byte, as tiktoken's hashes ask. */
const VOCABULARIES = ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"] as const;

/** tiktoken names a cached file by the address that it would fetch it from. */
function cacheName(vocabulary: string): string {
  const address = `https://openaipublic.blob.core.windows.net/encodings/${vocabulary}.tiktoken`;
  return createHash("sha1").update(address).digest("hex");
}

/** Lays out the vocabularies that tiktoken, which LangChain and AutoGen count tokens with, would otherwise download. */
export async function addVocabularies(packages: string): Promise<void> {
  if (!existsSync(join(packages, "tiktoken"))) return;
  const folder = join(packages, TIKTOKEN_FOLDER);
  await mkdir(folder, { recursive: true });
  for (const vocabulary of VOCABULARIES) {
    await copyFile(resolve(`gpt-tokenizer/data/${vocabulary}.tiktoken`), join(folder, cacheName(vocabulary)));
  }
}
