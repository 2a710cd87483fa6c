import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds the root folder of the installation by going up from `from`, a folder or file in the
 * sources or in the bundle. Throws if there is none.
 */
function findRoot(from: string): string {
  let folder = dirname(from);
  while (!existsSync(join(folder, "server/migrations"))) {
    const above = dirname(folder);
    if (above === folder)
      throw new Error("The installation is incomplete: server/migrations is missing. Install Stoa again.");
    folder = above;
  }
  return folder;
}

const ROOT = findRoot(fileURLToPath(import.meta.url));

/** The folder that contains `migrations` and `sql`, which define the database. */
export const SERVER = join(ROOT, "server");
export const WEB_DIST = join(ROOT, "web/dist");
export const SDKS_DIST = join(ROOT, "sdks/dist");
export const SEED = join(ROOT, "server/seed");
export const TEMPLATES = join(SEED, "templates");
export const PYTHON_PACKAGES = join(ROOT, "runtime/python");
export const EMBEDDER = join(ROOT, "server/embedder/embedder-process.mjs");
export const PREVIEWS = join(ROOT, "server/previews/preview-process.mjs");
export const OPENAPI = join(ROOT, "contract/openapi.json");
export const DECLARATIVE_SCHEMA = join(ROOT, "contract/declarative-agent.schema.json");
