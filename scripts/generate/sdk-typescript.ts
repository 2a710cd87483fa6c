import openapiTypes, { astToString, COMMENT_HEADER } from "openapi-typescript";
import type { Schema } from "./sdk-schemas.ts";

/** The types of the SDK for JavaScript. */
export async function typescriptTypes(schemas: Record<string, Schema>): Promise<string> {
  const document = JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Stoa", version: "1" },
    paths: {},
    components: { schemas },
  });
  const tree = await openapiTypes(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // What has a default may be left out of a request.
    defaultNonNullable: false,
  });
  const text = astToString(tree).replace(
    /^export (interface|type) (paths|webhooks|operations|\$defs) .*;?\n/gm,
    "",
  );
  return COMMENT_HEADER + text.replace("export interface components", "interface components");
}
