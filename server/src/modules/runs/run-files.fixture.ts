import type { RunFiles } from "./run-files.ts";

const refuse = () => Promise.reject(new Error("no run of these tests has files"));

/** For tests whose runs have no files. */
export const NO_FILES: RunFiles = {
  requireFiles: refuse,
  findFiles: refuse,
  publishArtifacts: refuse,
  removeArtifacts: refuse,
  createLinks: ({ id }) => ({ url: `/api/v1/files/${id}/content`, preview_url: null }),
  chooseSampleFile: () => {
    throw new Error("no agent of these tests takes files");
  },
  findSampleFile: () => undefined,
};
