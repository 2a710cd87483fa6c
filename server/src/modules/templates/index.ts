import { defineModule } from "../../platform/module.ts";
import { mountTemplateRoutes } from "./routes.ts";
import { readTemplates } from "./template-files.ts";

/**
 * Creates the module that serves templates, the files that developers start from.
 * @throws Error if the folder's list does not match its files.
 */
export async function createTemplates(directory: string) {
  const templates = await readTemplates(directory);
  return defineModule({ api: {}, routes: (mount) => mountTemplateRoutes(mount, templates) });
}
