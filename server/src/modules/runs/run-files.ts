import type { Artifact } from "@stoa/contract";
import type { JobFile } from "@stoa/runtime/protocol";
import type { Caller } from "../../platform/http/caller.ts";

/** Returns links to a file's content and to its preview that need no credential and work for a short time. */
export type CreateFileLinks = (file: Pick<JobFile, "id" | "type">) => Pick<Artifact, "url" | "preview_url">;

/** What runs need of stored files. The files module provides it. */
export interface RunFiles {
  /**
   * Returns files of the caller's account in this order, and keeps them for as long as the contents of a new run.
   * @param field the field of the request that names the files
   * @throws AppError 400 if one of them does not exist, belongs to another account or is still being uploaded
   */
  requireFiles(caller: Caller, ids: readonly string[], field: string): Promise<JobFile[]>;
  /** Returns those of the files that the caller's account has, and keeps them as `requireFiles` does. The order differs. */
  findFiles(caller: Caller, ids: readonly string[]): Promise<JobFile[]>;
  /** Shows the artifacts of a completed run to its caller. */
  publishArtifacts(runId: string): Promise<void>;
  /** Removes the artifacts of a run that did not complete, because its caller does not pay for them. */
  removeArtifacts(runId: string): Promise<void>;
  createLinks: CreateFileLinks;
  /** Returns the file that trial runs receive for a parameter that expects files with these extensions. */
  chooseSampleFile(accept?: readonly string[]): JobFile;
  /** Returns a file that `chooseSampleFile` returns, by its ID. */
  findSampleFile(id: string): JobFile | undefined;
}
