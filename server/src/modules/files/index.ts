import type { PlanType } from "@stoa/contract";
import type { JobFile } from "@stoa/runtime/protocol";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Signer } from "../../platform/crypto/signer.ts";
import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { FileContents } from "./file-contents.ts";
import { Files } from "./files.ts";
import { PartUploads } from "./part-uploads.ts";
import { Previewer } from "./previews/previewer.ts";
import { Previews } from "./previews/previews.ts";
import { mountFileRoutes } from "./routes.ts";
import { chooseSampleFile, findSampleFile } from "./sample-files.ts";
import { openStorage, type StorageSettings } from "./storage/open-storage.ts";
import { listUpkeepJobs } from "./upkeep.ts";

export type { NewArtifact } from "./files.ts";
export { setOwnFileLimit } from "./own-limit.ts";
export { personalData } from "./personal-data.ts";
export { createFileKeyResealing } from "./reseal-keys.ts";
export { createFileRoute, type FilingRun, type FilingRuns } from "./run-route.ts";

interface FilesDeps {
  db: Database;
  /** Encrypts the keys of files. */
  contentVault: ContentVault;
  signer: Signer;
  getPlan: (accountId: string) => Promise<PlanType>;
  publicUrl: string;
  /** How many days files are kept. */
  contentDays: number;
  storage: StorageSettings;
  /** The path of the program that makes previews. */
  previews: string;
  log: { warn(fields: object, message: string): void };
}

/** The functions that runs and other protocols use. */
export type FilesApi = Pick<
  Files,
  | "list"
  | "get"
  | "storeFile"
  | "requireFiles"
  | "findFiles"
  | "openContent"
  | "storeArtifact"
  | "publishArtifacts"
  | "removeArtifacts"
  | "createLinks"
> & {
  /** Deletes a file. @throws AppError 404 if the account has none with this ID */
  removeFile: Files["remove"];
  chooseSampleFile: typeof chooseSampleFile;
  findSampleFile(id: string): JobFile | undefined;
};

/** Creates the module that stores the files of people and of their runs. */
export async function createFiles(options: FilesDeps) {
  const { contentDays: days, storage: settings, previews: program, log, contentVault, ...deps } = options;
  const storage = await openStorage(settings, deps.db);
  const contents = new FileContents(storage, contentVault);
  const context = { ...deps, storage, contents, days };
  const files = new Files(context);
  const uploads = new PartUploads(context, files);
  const previewer = new Previewer({ program });
  const previews = new Previews({ ...context, previewer, log });
  return defineModule<FilesApi>({
    api: {
      list: (caller, query) => files.list(caller, query),
      get: (caller, id) => files.get(caller, id),
      storeFile: (caller, file) => files.storeFile(caller, file),
      removeFile: (caller, id) => files.remove(caller, id),
      requireFiles: (caller, ids, field) => files.requireFiles(caller, ids, field),
      findFiles: (caller, ids) => files.findFiles(caller, ids),
      openContent: (id) => files.openContent(id),
      storeArtifact: (artifact) => files.storeArtifact(artifact),
      publishArtifacts: (runId) => files.publishArtifacts(runId),
      removeArtifacts: (runId) => files.removeArtifacts(runId),
      createLinks: (file) => files.createLinks(file),
      chooseSampleFile,
      findSampleFile: (id) => findSampleFile(id)?.file,
    },
    routes: (mount) => mountFileRoutes(mount, { context, files, uploads, previews }),
    jobs: listUpkeepJobs(context),
    close: async () => {
      await previewer.close();
      storage.close();
    },
  });
}
