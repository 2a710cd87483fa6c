import { z } from "zod";
import { stripBom } from "../file/index.ts";

const MAX_TEXT = 2_000;
/** The maximum length of a host name with a port. */
const MAX_HOST = 260;

const text = z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined);

/**
 * Returns whether a string is a host in the normalized form of URLs, so that it can be compared with the host of a URL.
 */
const isHost = (host: string) =>
  host === "*" || (URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host);

/** The data that a developer may add to an export for Stoa under `meta.stoa`, which n8n keeps. */
const StoaMetadata = z.object({
  name: text,
  meta: z
    .object({
      stoa: z
        .object({
          description: text,
          /** The node whose output is the run's output. */
          output: text,
          /** Set to `n8n` if the file runs on the developer's own server instead of Stoa's engine. */
          engine: z.literal("n8n").optional().catch(undefined),
          /**
           * Hosts that a run calls in addition to the hosts of its nodes, such as after redirects. `*` means any host.
           */
          hosts: z
            .array(z.string().toLowerCase().max(MAX_HOST))
            .max(50)
            .catch([])
            .default([])
            .transform((hosts) => hosts.filter(isHost)),
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

export type WorkflowMetadata = NonNullable<NonNullable<z.infer<typeof StoaMetadata>["meta"]>["stoa"]>;

const NONE: WorkflowMetadata = { hosts: [], features: [], use_cases: [], tags: [], examples: [] };

/** Reads a file's metadata for the marketplace. The file must be readable. */
export function readMetadata(source: string): { name: string | undefined; stoa: WorkflowMetadata } {
  const read = StoaMetadata.safeParse(JSON.parse(stripBom(source)));
  return { name: read.data?.name, stoa: read.data?.meta?.stoa ?? NONE };
}
