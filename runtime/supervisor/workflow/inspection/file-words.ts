import { z } from "zod";
import { withoutMark } from "../file/index.ts";

const MAX_TEXT = 2_000;

const text = z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined);

/** What a developer may add to an export for Stoa: under `meta.stoa`, which n8n keeps as it is. */
const FileWords = z.object({
  name: text,
  meta: z
    .object({
      stoa: z
        .object({
          description: text,
          /** The node whose output is the answer. */
          output: text,
          /** `n8n`: on a server of the developer's own, in place of Stoa's engine. */
          engine: z.literal("n8n").optional().catch(undefined),
          features: z.array(z.string().max(200)).max(20).catch([]).default([]),
          use_cases: z.array(z.string().max(200)).max(20).catch([]).default([]),
          tags: z.array(z.string().max(50)).max(10).catch([]).default([]),
          examples: z.array(z.record(z.string(), z.json())).max(10).catch([]).default([]),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export type StoaWords = NonNullable<NonNullable<z.infer<typeof FileWords>["meta"]>["stoa"]>;

const NONE: StoaWords = { features: [], use_cases: [], tags: [], examples: [] };

/** What a file says of itself to the marketplace. The file is known to be one that can be read. */
export function fileWords(source: string): { name: string | undefined; stoa: StoaWords } {
  const read = FileWords.safeParse(JSON.parse(withoutMark(source)));
  return { name: read.data?.name, stoa: read.data?.meta?.stoa ?? NONE };
}
