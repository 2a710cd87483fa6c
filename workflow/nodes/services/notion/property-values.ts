import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { readDate } from "../../core/date-time/read-date.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { toPlainText, toRichText } from "./blocks.ts";

/** Splits the key in a form's entry, such as `Due Date|date`, into the property's name and type. */
export function parsePropertyKey(key: JsonValue | undefined): readonly [name: string, type: string] {
  const text = typeof key === "string" ? key : "";
  const at = text.lastIndexOf("|");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function toDateText(value: JsonValue | undefined, zone: string, withTime: boolean): JsonValue {
  if (value === undefined || value === null || value === "") return null;
  const date = readDate(value, zone);
  if (!date) return value;
  return withTime ? date.toISO() : date.toFormat("yyyy-MM-dd");
}

function toDateValue(entry: JsonObject, context: NodeContext): JsonValue {
  const { timezone = "default", range, includeTime = true } = entry;
  const zone = typeof timezone === "string" && timezone !== "default" ? timezone : context.workflow.timezone;
  const text = (value: JsonValue | undefined) => toDateText(value, zone, includeTime !== false);
  const start = text(range === true ? entry.dateStart : entry.date);
  if (start === null) return null;
  return range === true ? { start, end: text(entry.dateEnd) } : { start };
}

function toFilesValue(entry: JsonObject): JsonObject[] {
  const list = isObject(entry.fileUrls) ? entry.fileUrls.fileUrl : undefined;
  return (Array.isArray(list) ? list.filter(isObject) : []).map(({ name = "", url = "" }) => ({
    name: name === "" ? url : name,
    type: "external",
    external: { url },
  }));
}

/** Returns a chosen option in Notion's format. Version 1 identifies options by ID, later versions by name. */
const toOption = (context: NodeContext, value: string): JsonObject =>
  context.node.version < 2 ? { id: value } : { name: value };

const toNullable = (value: string): string | null => (value === "" ? null : value);

/** Functions that return a property's value from a form's entry, keyed by property type. */
const MAKERS: Readonly<Record<string, (entry: JsonObject, context: NodeContext) => JsonValue>> = {
  title: ({ title }) => toPlainText(title),
  rich_text: (entry) => (entry.richText === true ? toRichText(entry.text) : toPlainText(entry.textContent)),
  number: ({ numberValue }) => (numberValue === undefined || numberValue === "" ? null : Number(numberValue)),
  checkbox: ({ checkboxValue }) => checkboxValue === true || checkboxValue === "true",
  select: ({ selectValue }, context) =>
    toText(selectValue) === "" ? null : toOption(context, toText(selectValue)),
  status: ({ statusValue }) => (toText(statusValue) === "" ? null : { name: toText(statusValue) }),
  multi_select: ({ multiSelectValue }, context) =>
    parseFieldNames(multiSelectValue).map((name) => toOption(context, name)),
  date: toDateValue,
  url: ({ urlValue }) => toNullable(toText(urlValue)),
  email: ({ emailValue }) => toNullable(toText(emailValue)),
  phone_number: ({ phoneValue }) => toNullable(toText(phoneValue)),
  people: ({ peopleValue }) => parseFieldNames(peopleValue).map((id) => ({ object: "user", id })),
  relation: ({ relationValue }) =>
    parseFieldNames(relationValue)
      .flatMap((ids) => parseFieldNames(ids))
      .map((id) => ({ id })),
  files: toFilesValue,
};

const isEmpty = (value: JsonValue): boolean => {
  if (value === null) return true;
  if (!Array.isArray(value)) return false;
  return value.every((piece) => isObject(piece) && isObject(piece.text) && piece.text.content === "");
};

/** Returns a page's properties from a node's form. @throws NodeError if a property is invalid */
export function readProperties(context: NodeContext, itemIndex: number): JsonObject {
  const properties: [string, JsonValue][] = [];
  const path = "propertiesUi.propertyValues";
  for (const [index, entry] of context.list(path, itemIndex).entries()) {
    if (!isObject(entry)) continue;
    const [name, type] = parsePropertyKey(entry.key);
    const make = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
    if (!make)
      throw context.failure(
        `Properties of type '${type.slice(0, 50)}' cannot be written. Remove it from the node`,
        {
          field: `${path}[${index}].key`,
          itemIndex,
        },
      );
    const value = make(entry, context);
    if (entry.ignoreIfEmpty === true && isEmpty(value)) continue;
    properties.push([name, { type, [type]: value }]);
  }
  return Object.fromEntries(properties);
}

/** Returns an object with a page's `icon`, or an empty object if the node does not set an icon. */
export function readIcon(context: NodeContext, itemIndex: number): JsonObject {
  const { icon, iconType = "emoji" } = context.object("options", itemIndex);
  if (typeof icon !== "string" || icon === "") return {};
  return { icon: iconType === "file" ? { external: { url: icon } } : { emoji: icon } };
}
