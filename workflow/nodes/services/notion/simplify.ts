import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";

const records = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Joins the text of rich text without its formatting. */
export const joinPlainText = (value: JsonValue | undefined): string =>
  records(value)
    .map(({ plain_text: text }) => (typeof text === "string" ? text : ""))
    .join("");

const getName = (value: JsonValue | undefined): JsonValue => (isObject(value) ? (value.name ?? null) : null);

/** Returns the email address of a user, or {} if the email address is not known. */
function getEmail(person: JsonValue | undefined): JsonValue {
  const details = isObject(person) ? person.person : undefined;
  return isObject(details) && details.email !== undefined ? details.email : {};
}

function getFileUrls(file: JsonObject): JsonValue[] {
  const kind = typeof file.type === "string" ? file[file.type] : undefined;
  return isObject(kind) && kind.url !== undefined ? [kind.url] : [];
}

function simplifyRollup(value: JsonValue | undefined): JsonValue {
  if (!isObject(value) || typeof value.type !== "string") return value ?? null;
  const inner = value[value.type];
  return Array.isArray(inner) ? inner.filter(isObject).map(simplifyProperty) : (inner ?? null);
}

/** Returns a property's value in n8n's simplified form. */
export function simplifyProperty(property: JsonObject): JsonValue {
  const { type } = property;
  const value = typeof type === "string" ? property[type] : undefined;
  switch (type) {
    case "title":
    case "rich_text":
      return joinPlainText(value);
    case "select":
    case "status":
      return getName(value);
    case "multi_select":
      return records(value).map(getName);
    case "people":
      return records(value).map(getEmail);
    case "created_by":
    case "last_edited_by":
      return getEmail(value);
    case "relation":
      return records(value).map(({ id }) => id ?? null);
    case "files":
      return records(value).flatMap(getFileUrls);
    case "formula":
      return isObject(value) && typeof value.type === "string" ? (value[value.type] ?? null) : null;
    case "rollup":
      return simplifyRollup(value);
    case "unique_id":
      return isObject(value) ? [value.prefix, value.number].filter(Boolean).map(toText).join("-") : null;
    default:
      return value ?? null;
  }
}

/** Converts a property's name to snake case, such as `Due Date` to `due_date`. */
export const toSnakeCase = (name: string): string =>
  (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+/gu) ?? []).join("_").toLowerCase();

const getTitle = (properties: JsonObject): string => {
  const title = Object.values(properties).find((property) => isObject(property) && property.type === "title");
  return isObject(title) ? joinPlainText(title.title) : "";
};

function simplifyPage(
  { id = null, url = null, parent, properties }: JsonObject,
  version: number,
): JsonObject {
  const own = isObject(properties) ? properties : {};
  const inDatabase = isObject(parent) && parent.type === "database_id";
  const head = version < 2 ? { id } : { id, name: getTitle(own), url };
  if (!inDatabase) return version < 2 ? { id, name: getTitle(own) } : head;
  const values = Object.entries(own).flatMap(([name, property]) =>
    isObject(property)
      ? [[version < 2 ? name : `property_${toSnakeCase(name)}`, simplifyProperty(property)] as const]
      : [],
  );
  return { ...head, ...Object.fromEntries(values) };
}

/** Returns a page or a database in n8n's simplified form. Version 1 has a different form. */
export function simplifyObject(found: JsonObject, version: number): JsonObject {
  if (found.object !== "database") return simplifyPage(found, version);
  const { id = null, url = null } = found;
  const title = joinPlainText(found.title);
  return version < 2 ? { id, title } : { id, name: title, url };
}
