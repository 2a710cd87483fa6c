import multipart from "@fastify/multipart";
import { LIMITS } from "@stoa/contract";
import type { FastifyInstance } from "fastify";

/** Four bytes are the longest that UTF-8 makes of one character. */
const BYTES_PER_CHARACTER = 4;

/** Lets the routes of `app` read forms with one file; no other route pays for it. */
export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: LIMITS.uploadMaxBytes,
      files: 1,
      /** The upload form has five; twice that leaves room for clients that send more than they must. */
      fields: 12,
      fieldSize: LIMITS.documentationMaxLength * BYTES_PER_CHARACTER,
      parts: 13,
      headerPairs: 50,
    },
  });
}
