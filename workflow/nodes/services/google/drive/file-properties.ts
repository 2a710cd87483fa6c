import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import type { ServiceQuery } from "../../service-call.ts";

function pairs(context: NodeContext, itemIndex: number, path: string): JsonObject | undefined {
  const given = context.list(path, itemIndex).filter(isObject);
  if (given.length === 0) return undefined;
  const properties: JsonObject = {};
  for (const { key, value } of given) setOwn(properties, toText(key ?? ""), toText(value ?? ""));
  return properties;
}

/** Properties of people and of programs that a node gives to a file. */
export function ownProperties(context: NodeContext, itemIndex: number, options = "options"): JsonObject {
  const properties = pairs(context, itemIndex, `${options}.propertiesUi.propertyValues`);
  const appProperties = pairs(context, itemIndex, `${options}.appPropertiesUi.appPropertyValues`);
  return { ...(properties && { properties }), ...(appProperties && { appProperties }) };
}

/** How Google is to keep a file's content. */
export function keepingQuery(context: NodeContext, itemIndex: number, options = "options"): ServiceQuery {
  const { keepRevisionForever, ocrLanguage, useContentAsIndexableText } = context.object(options, itemIndex);
  return {
    ...(typeof keepRevisionForever === "boolean" && { keepRevisionForever }),
    ...(typeof ocrLanguage === "string" && ocrLanguage !== "" && { ocrLanguage }),
    ...(typeof useContentAsIndexableText === "boolean" && { useContentAsIndexableText }),
  };
}
