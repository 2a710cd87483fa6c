import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Category } from "@stoa/contract";
import type { Declaration } from "@stoa/runtime/protocol";
import * as z from "zod";

const Texts = z.array(z.string()).default([]);

const Sample = z.object({
  slug: z.string(),
  file: z.string(),
  /** Whether the file declares packages, which are fetched from the package index. */
  declares_packages: z.boolean().default(false),
  name: z.string(),
  category: Category,
  /** The price in USD. It is a string so that the pattern can limit it to six decimals. */
  price_per_token: z
    .string()
    .regex(/^\d+(?:\.\d{1,6})?$/)
    .transform(Number),
  description: z.string(),
  documentation: z.string(),
  /** The list declares features, use cases and tags, because the agent objects of some frameworks cannot. */
  features: Texts,
  use_cases: Texts,
  tags: Texts,
});
export type Sample = z.infer<typeof Sample>;

const Samples = z.object({ agents: z.array(Sample) });

/** Reads the sample agents that `directory`/agents.json lists, in the order of their ids. */
export async function readSamples(directory: string): Promise<Sample[]> {
  const text = await readFile(join(directory, "agents.json"), "utf8");
  return Samples.parse(JSON.parse(text)).agents;
}

/** Fills in what a file does not declare about itself from its entry in the list. */
export function createDeclaration(sample: Sample, declared: Declaration): Declaration {
  const either = (own: string[], listed: string[]) => (own.length > 0 ? own : listed);
  return {
    ...declared,
    features: either(declared.features, sample.features),
    useCases: either(declared.useCases, sample.use_cases),
    tags: either(declared.tags, sample.tags),
  };
}
