import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { setOwn } from "../../core/fields/field-path.ts";
import { readJsonParameter } from "../../http/name-value-pairs.ts";
import { getLocatorId, readResourceLocator } from "../resource-locator.ts";
import type { ReadFields, ReadValue } from "./service-description.ts";
import type { Convert } from "./value-conversions.ts";

type Entry = readonly [path: readonly string[], value: JsonValue];
/** Reads several fields at once. */
type Part = (context: NodeContext, itemIndex: number) => readonly Entry[];

const isSet = (value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== null && value !== "";

function setAtPath(whole: JsonObject, [name = "", ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    setOwn(whole, name, value);
    return;
  }
  const inner = Object.hasOwn(whole, name) ? whole[name] : undefined;
  const next: JsonObject = isObject(inner) ? inner : {};
  if (next !== inner) setOwn(whole, name, next);
  setAtPath(next, rest, value);
}

const unwrapLocator = (value: JsonValue): JsonValue | undefined =>
  isObject(value) && value.__rl === true ? value.value : value;

/** Returns the value of a set parameter, converted. Empty parameters are left out. */
function convertSet(value: JsonValue | undefined, convert?: Convert): JsonValue | undefined {
  const plain = isSet(value) ? unwrapLocator(value) : undefined;
  if (!isSet(plain)) return undefined;
  return convert ? convert(plain) : plain;
}

/** Reads a parameter. An empty parameter is left out. */
export const param =
  (path: string, convert?: Convert, fallback?: JsonValue): ReadValue =>
  (context, itemIndex) =>
    convertSet(context.parameter(path, itemIndex, fallback), convert);

/** Reads a switch, which has a value even if the file does not set it. */
export const flag =
  (path: string, fallback = false): ReadValue =>
  (context, itemIndex) =>
    context.flag(path, itemIndex, fallback);

/** Reads a parameter that contains JSON, as text or already parsed. */
export const json =
  (path: string): ReadValue =>
  (context, itemIndex) =>
    isSet(context.parameter(path, itemIndex))
      ? readJsonParameter(context, path, itemIndex, `The parameter '${path}' is not valid JSON. Correct it`)
      : undefined;

/** Reads the ID in a resource locator, of which `inAddress` captures it if it is a URL. */
export const locator =
  (path: string, inAddress?: RegExp): ReadValue =>
  (context, itemIndex) =>
    readResourceLocator(context, path, itemIndex).value === ""
      ? undefined
      : getLocatorId(context, path, itemIndex, inAddress);

/** How the options of a collection are sent: under another name, converted, or not at all. */
export type CollectionNames = Readonly<Record<string, string | readonly [name: string, Convert] | null>>;

/**
 * Reads a collection of options.
 * @param names the options whose name or form differs from the service's; a name with dots is nested
 * @param toName returns the service's names of the other options, or undefined to leave them out
 */
export const collection =
  (
    path: string,
    names: CollectionNames = {},
    toName: (name: string) => string | undefined = (name) => name,
  ) =>
  (context: NodeContext, itemIndex: number): readonly Entry[] =>
    Object.entries(context.object(path, itemIndex)).flatMap(([name, value]): Entry[] => {
      const known = Object.hasOwn(names, name) ? names[name] : undefined;
      if (known === null) return [];
      const [own, convert] = typeof known === "object" ? known : [known, undefined];
      const target = own === undefined ? [toName(name)] : own.split(".");
      const converted = convertSet(value, convert);
      return converted === undefined || target.includes(undefined)
        ? []
        : [[target.filter((part) => part !== undefined), converted]];
    });

/** For `collection`: leaves out the options that are not listed. */
export const listedOnly = (): undefined => undefined;

/** Reads a list of names and values, such as custom fields, into fields. */
export const pairs =
  (path: string, name: string, value: string, convert?: Convert) =>
  (context: NodeContext, itemIndex: number): readonly Entry[] =>
    context
      .list(path, itemIndex)
      .filter(isObject)
      .flatMap((entry): Entry[] => {
        const key = toText(entry[name]);
        const converted = convertSet(entry[value], convert);
        return key === "" || converted === undefined ? [] : [[[key], converted]];
      });

/** Reads a list of objects, each without its empty fields, and converts each. Undefined if the list is empty. */
export const entries =
  (path: string, convert: (entry: JsonObject) => JsonValue = (entry) => entry): ReadValue =>
  (context, itemIndex) => {
    const list = context.list(path, itemIndex).filter(isObject).map(omitEmpty).map(convert);
    return list.length === 0 ? undefined : list;
  };

/** Returns an object without its empty fields. */
export function omitEmpty(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isSet(value)));
}

/** Puts fields into an object of this name. */
export const within =
  (name: string, part: Part): Part =>
  (context, itemIndex) =>
    part(context, itemIndex).map(([path, value]) => [[...name.split("."), ...path], value] as const);

/** A field's name (with dots if it is nested) with its constant, or with what reads its value. */
type FieldMap = Readonly<Record<string, ReadValue | string | number | boolean | readonly string[]>>;

/** Fields, or what reads several of them. */
export type FieldPart = FieldMap | Part | ReadFields;

const isEntryList = (read: JsonObject | readonly Entry[]): read is readonly Entry[] => Array.isArray(read);
const toEntries = (read: JsonObject | readonly Entry[]): readonly Entry[] =>
  isEntryList(read) ? read : Object.entries(read).map(([name, value]): Entry => [[name], value]);

/** Builds a query or a body from fields and collections. Later ones win. */
export function fields(...parts: readonly FieldPart[]): ReadFields {
  return (context, itemIndex) => {
    const whole: JsonObject = {};
    for (const part of parts)
      if (typeof part === "function")
        for (const [path, value] of toEntries(part(context, itemIndex))) setAtPath(whole, path, value);
      else
        for (const [name, source] of Object.entries(part)) {
          const value = typeof source === "function" ? source(context, itemIndex) : source;
          if (value !== undefined) setAtPath(whole, name.split("."), value as JsonValue);
        }
    return whole;
  };
}

/** Builds fields and returns them as a list of objects that contain a name and a value. */
export const asPropertyList =
  (read: ReadFields, name: string): ReadValue =>
  (context, itemIndex) =>
    Object.entries(read(context, itemIndex)).map(([key, value]) => ({ [name]: key, value }));
