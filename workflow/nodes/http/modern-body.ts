import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { withField } from "../core/fields/field-path.ts";
import { fileOf } from "../files/binary-file.ts";
import { asText, jsonParameter, pairsOf, recordOf } from "./name-value-pairs.ts";
import type { FormPart, RequestBody } from "./planned-request.ts";

const NOT_JSON = "JSON parameter needs to be valid JSON";
const FIELDS = "bodyParameters.parameters";

/** Since version 4 dots in a name lead into objects. */
function jsonFields(context: NodeContext, index: number): JsonObject {
  const pairs = pairsOf(context, FIELDS, index);
  if (context.node.version < 4) return recordOf(pairs, "last");
  let body: JsonObject = {};
  for (const { name, value } of pairs) if (value !== undefined) body = withField(body, asText(name), value);
  return body;
}

function formParts(context: NodeContext, item: Item, index: number): FormPart[] {
  return pairsOf(context, FIELDS, index).map((pair) => {
    const name = asText(pair.name);
    if (pair.parameterType !== "formBinaryData") return { name, value: pair.value ?? "" };
    return { name, value: fileOf(context, item, index, asText(pair.inputDataFieldName)) };
  });
}

/** The body that the parameters of version 3 and later describe. */
export function modernBody(context: NodeContext, item: Item, index: number): RequestBody {
  const contentType = context.text("contentType", index, "json");
  const specified = context.text("specifyBody", index, "keypair");
  switch (contentType) {
    case "json":
      if (specified === "json")
        return { kind: "json", value: jsonParameter(context, "jsonBody", index, NOT_JSON) };
      return { kind: "json", value: jsonFields(context, index) };
    case "form-urlencoded": {
      if (specified !== "string")
        return { kind: "urlencoded", fields: recordOf(pairsOf(context, FIELDS, index), "last") };
      const fields = [...new URLSearchParams(context.text("body", index))];
      return {
        kind: "urlencoded",
        fields: recordOf(
          fields.map(([name, value]) => ({ name, value })),
          "last",
        ),
      };
    }
    case "multipart-form-data":
      return { kind: "multipart", parts: formParts(context, item, index) };
    case "binaryData": {
      const file = fileOf(context, item, index, context.text("inputDataFieldName", index));
      return { kind: "bytes", bytes: file.bytes, type: file.mimeType || "application/octet-stream" };
    }
    case "raw":
      return {
        kind: "bytes",
        bytes: context.text("body", index),
        type: context.text("rawContentType", index),
      };
    default:
      throw context.failure(`The body content type '${contentType.slice(0, 40)}' is not known`, {
        field: "contentType",
        itemIndex: index,
      });
  }
}
