import multipart from "@fastify/multipart";
import { LIMITS } from "@stoa/contract";
import type { FastifyInstance } from "fastify";

/** A character takes at most four bytes in UTF-8. */
const BYTES_PER_CHARACTER = 4;

/** Lets the routes of `app` read forms with one file, at no cost to other routes. */
export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: LIMITS.uploadMaxBytes,
      files: 1,
      /** The upload form has five fields; twice that leaves room for clients that send additional ones. */
      fields: 12,
      fieldSize: LIMITS.documentationMaxLength * BYTES_PER_CHARACTER,
      parts: 13,
      headerPairs: 50,
    },
  });
}
