import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { modelsFileSchema } from "@stoa/gateway";
import { generateDeclarativeSchema } from "./declarative-schema.ts";
import { openApiText } from "./openapi.ts";
import { generateRevision } from "./revision-text.ts";
import { generateSchema } from "./schema-text.ts";
import { startScratchDatabase } from "./scratch-database.ts";
import { generatePythonTypes } from "./sdk-python.ts";
import { createSdkSchemas } from "./sdk-schemas.ts";
import { SYNC_MODULES, syncModule } from "./sdk-sync-python.ts";
import { generateTypescriptTypes } from "./sdk-typescript.ts";
import { generateSettingsPage } from "./settings-table.ts";
import { generateTableTypes } from "./table-types.ts";
import { generateWebRoutes } from "./web-routes.ts";

/**
 * Writes the generated files: the golden schema and the table types, which come from the migrations, and the OpenAPI
 * document, the schema of declarative agents and the SDKs' types, which come from the contract. With `--check`, writes
 * nothing and fails if a committed file is out of date.
 */
const check = process.argv.includes("--check");
const root = fileURLToPath(new URL("../..", import.meta.url));
let stale = 0;
const PYTHON_SDK = "sdks/python/src/stoa_sdk";

async function bring(path: string, text: string): Promise<void> {
  const current = await readFile(root + path, "utf8").catch(() => "");
  if (current === text) return;
  if (check) {
    stale += 1;
    console.error(`${path} is out of date: run npm run generate and commit it`);
    return;
  }
  await writeFile(root + path, text);
  console.log(`wrote ${path}`);
}

// Generate the revision first, because the database is created from it.
await bring("server/sql/revision.json", generateRevision(root));
const database = await startScratchDatabase(root);
try {
  await bring("server/migrations/schema.sql", await generateSchema(database.url, root));
  await bring("server/src/platform/db/schema.gen.ts", await generateTableTypes(database.url));
} finally {
  await database.stop();
}
await bring("web/src/lib/routes.gen.ts", generateWebRoutes(root));
const openApi = openApiText();
await bring("contract/openapi.json", openApi);
const schemas = createSdkSchemas(openApi);
await bring("sdks/js/src/api-types.gen.ts", await generateTypescriptTypes(schemas));
await bring(`${PYTHON_SDK}/api_types.py`, generatePythonTypes(schemas));
for (const name of SYNC_MODULES)
  await bring(
    `${PYTHON_SDK}/${name}.py`,
    syncModule(name, await readFile(`${root}${PYTHON_SDK}/async_${name}.py`, "utf8")),
  );
await bring("docs/stoa.models.schema.json", `${JSON.stringify(modelsFileSchema(), null, 2)}\n`);
await bring("docs/settings.md", generateSettingsPage(await readFile(`${root}docs/settings.md`, "utf8")));
await bring("contract/declarative-agent.schema.json", generateDeclarativeSchema());
if (stale > 0) process.exitCode = 1;
