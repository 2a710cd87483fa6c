import openapiTypes, { astToString, COMMENT_HEADER } from "openapi-typescript";
import type { Schema } from "./sdk-schemas.ts";

/** Returns the types of the JavaScript SDK. */
export async function generateTypescriptTypes(schemas: Record<string, Schema>): Promise<string> {
  const document = JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Stoa", version: "1" },
    paths: {},
    components: { schemas },
  });
  // Fields with a default are optional in a request.
  const tree = await openapiTypes(document, { defaultNonNullable: false });
  const members = /^ {4}schemas: \{\n(.*?)^ {4}\};$/ms.exec(astToString(tree))?.[1];
  if (members === undefined) throw new Error("openapi-typescript generated no schemas");
  return COMMENT_HEADER + formatNamedTypes(members);
}

/**
 * Returns a named type for each member, because members of an interface cannot contain themselves, which the type of
 * JSON requires.
 */
function formatNamedTypes(members: string): string {
  return members
    .replace(/^ {8}/gm, "")
    .replace(/^(\w+): /gm, "export type $1 = ")
    .replace(/components\["schemas"\]\["(\w+)"\]/g, "$1");
}
