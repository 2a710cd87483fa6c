import type { ChatJson } from "../chat-request.ts";
import { chooseLabel } from "./classify.ts";
import {
  createUnsupportedError,
  MAX_SCHEMA_DEPTH,
  readSchemaNode,
  type Scalar,
  type SchemaNode,
} from "./json-schema.ts";
import { PropertyEvidence } from "./property-evidence.ts";

type Json = Parameters<typeof readSchemaNode>[0];

/**
 * The maximum number of values generated for one schema. Generating a value may search the whole text, which takes up
 * to 4 ms.
 */
const MAX_VALUES = 200;
/** The maximum number of items in one array. Text seldom lists more. */
const MAX_ITEMS = 20;

/** A value, and whether it was found in the text. A value that was not found is only a valid placeholder. */
interface Filled {
  value: Json;
  found: boolean;
}

interface Place {
  path: string;
  depth: number;
  evidence: PropertyEvidence;
  /** References that were already followed on this path. */
  references: readonly string[];
}

/**
 * Fills in a JSON schema with values from `text`. The result is always valid. A value that the text does not contain is
 * omitted if it is optional, null if that is allowed, and otherwise the simplest valid value.
 * @throws GatewayError 400 if the schema uses something that stoa-basic cannot generate.
 */
export function fillSchema(schema: ChatJson, text: string): Json {
  return new SchemaFiller(schema).fill(schema, {
    path: "",
    depth: 0,
    evidence: new PropertyEvidence(text),
    references: [],
  }).value;
}

class SchemaFiller {
  private readonly root: ChatJson;
  private values = 0;

  constructor(root: ChatJson) {
    this.root = root;
  }

  fill(schema: Json, place: Place): Filled {
    this.values += 1;
    if (this.values > MAX_VALUES)
      throw createUnsupportedError(place.path, `it requires more than ${MAX_VALUES} values`);
    if (place.depth > MAX_SCHEMA_DEPTH) throw createUnsupportedError(place.path, "it is nested too deeply");
    if (isEndless(schema, place)) throw createUnsupportedError(place.path, "it would have to contain itself");
    const node = readSchemaNode(schema, this.root, place.path);
    const evidence = place.evidence.findByDescription(node.description);
    const reference = getReference(schema);
    const references = reference === undefined ? place.references : [...place.references, reference];
    const here = { ...place, evidence, references };
    if (node.const !== undefined) return { value: node.const, found: true };
    if (node.enum !== undefined) return fillEnum(node.enum, evidence);
    const alternatives = node.anyOf ?? node.oneOf;
    if (alternatives !== undefined) return this.fillAlternatives(alternatives, here);
    const types = getTypes(node);
    const [type = "string"] = types.filter((each) => each !== "null");
    const filled = this.fillType(types.length === 1 ? (types[0] ?? type) : type, node, here);
    return !filled.found && types.includes("null") ? { value: null, found: false } : filled;
  }

  private fillType(type: string, node: SchemaNode, place: Place): Filled {
    switch (type) {
      case "object":
        return this.fillObject(node, place);
      case "array":
        return this.fillArray(node, place);
      case "number":
      case "integer":
        return fillNumber(node, type === "integer", place);
      case "boolean":
        return {
          value: place.evidence.findBoolean() ?? false,
          found: place.evidence.findBoolean() !== undefined,
        };
      case "null":
        return { value: null, found: true };
      default:
        return fillString(node, place);
    }
  }

  private fillAlternatives(alternatives: Json[], place: Place): Filled {
    const ending = alternatives.filter((schema) => !isEndless(schema, place));
    const filled = (ending.length > 0 ? ending : alternatives).map((schema) =>
      this.fill(schema, { ...place, depth: place.depth + 1 }),
    );
    const found = filled.find((each) => each.found && each.value !== null);
    const empty = filled.find((each) => each.value === null);
    return found ?? (empty && { ...empty, found: false }) ?? filled[0] ?? { value: null, found: false };
  }

  private fillObject(node: SchemaNode, place: Place): Filled {
    const required = new Set(node.required ?? []);
    const properties = Object.entries(node.properties ?? {});
    const undescribed = [...required].find((name) => !Object.hasOwn(node.properties ?? {}, name));
    if (undescribed !== undefined)
      throw createUnsupportedError(place.path, `"${undescribed}" is required but not described`);
    const filled = properties.map(([name, schema]): [string, Filled] => {
      const path = place.path === "" ? name : `${place.path}.${name}`;
      return [
        name,
        this.fillProperty(schema, required.has(name), {
          ...place,
          path,
          evidence: place.evidence.findFor(name),
        }),
      ];
    });
    const keptProperties = filled.filter(([name, { found }]) => required.has(name) || found);
    return {
      value: Object.fromEntries(keptProperties.map(([name, { value }]) => [name, value])),
      found: filled.some(([, { found }]) => found),
    };
  }

  /** Fills a property. Omits an optional property that would contain itself. */
  private fillProperty(schema: Json, isRequired: boolean, place: Place): Filled {
    const deeper = { ...place, depth: place.depth + 1 };
    if (isRequired || !isEndless(schema, place)) return this.fill(schema, deeper);
    return { value: null, found: false };
  }

  private fillArray(node: SchemaNode, place: Place): Filled {
    const least = node.minItems ?? 0;
    const most = Math.min(node.maxItems ?? MAX_ITEMS, Math.max(MAX_ITEMS, least));
    if (least > most) throw createUnsupportedError(place.path, "minItems is greater than maxItems");
    const items = node.items ?? { type: "string" };
    const deeper = { ...place, depth: place.depth + 1 };
    if (isEndless(items, place) && least === 0) return { value: [], found: false };
    const item = readSchemaNode(items, this.root, place.path);
    const pieces = place.evidence.findItems(item, most);
    const filled = pieces.map((piece) => this.fill(items, { ...deeper, evidence: piece }));
    const values = filled.filter(({ found }) => found).slice(0, most);
    while (values.length < least) values.push(this.fill(items, deeper));
    return { value: values.map(({ value }) => value), found: values.length > 0 };
  }
}

function getReference(schema: Json): string | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return undefined;
  return typeof schema.$ref === "string" ? schema.$ref : undefined;
}

/** Returns whether a schema refers back to one that contains it, which would never end. */
function isEndless(schema: Json, place: Place): boolean {
  const reference = getReference(schema);
  return reference !== undefined && place.references.includes(reference);
}

function getTypes(node: SchemaNode): string[] {
  if (node.type !== undefined) return Array.isArray(node.type) ? node.type : [node.type];
  if (node.properties !== undefined) return ["object"];
  return [node.items === undefined ? "string" : "array"];
}

function fillEnum(values: Scalar[], evidence: PropertyEvidence): Filled {
  const labels = values.map(String);
  const best = chooseLabel(evidence.scope, labels);
  const at = best === undefined ? -1 : labels.indexOf(best.label);
  const nothing = values.includes(null) ? null : (values[0] ?? null);
  return at < 0 ? { value: nothing, found: false } : { value: values[at] ?? null, found: true };
}

function fillNumber(node: SchemaNode, isInteger: boolean, place: Place): Filled {
  const step = node.multipleOf ?? (isInteger ? 1 : undefined);
  if (isInteger && step !== undefined && !Number.isInteger(step)) {
    throw createUnsupportedError(place.path, "multipleOf of an integer must be a whole number");
  }
  const isValid = (value: number): boolean =>
    value >= (node.minimum ?? -Infinity) &&
    value <= (node.maximum ?? Infinity) &&
    value > (node.exclusiveMinimum ?? -Infinity) &&
    value < (node.exclusiveMaximum ?? Infinity) &&
    (step === undefined || Number.isInteger(value / step));
  const found = place.evidence.listNumbers().find(isValid);
  if (found !== undefined) return { value: found, found: true };
  const low = node.minimum ?? node.exclusiveMinimum;
  const high = node.maximum ?? node.exclusiveMaximum;
  const middle = low !== undefined && high !== undefined ? (low + high) / 2 : (low ?? high ?? 0);
  const grid = step ?? 1;
  const floor = Math.floor(middle / grid) * grid;
  const filler = [0, middle, floor, floor + grid, floor - grid, Math.ceil(middle / grid) * grid].find(
    isValid,
  );
  if (filler === undefined) throw createUnsupportedError(place.path, "no number is within its bounds");
  return { value: filler, found: false };
}

function fillString(node: SchemaNode, place: Place): Filled {
  const least = node.minLength ?? 0;
  const most = node.maxLength ?? Number.POSITIVE_INFINITY;
  if (least > most) throw createUnsupportedError(place.path, "minLength is greater than maxLength");
  const fits = (value: string): boolean => {
    const { length } = Array.from(value);
    return length >= least && length <= most;
  };
  if (node.format !== undefined) {
    const found = place.evidence.findFormatted(node.format).find(fits);
    const filler = FORMAT_FILLERS[node.format];
    if (found === undefined && !fits(filler))
      throw createUnsupportedError(place.path, "its length does not match its format");
    return { value: found ?? filler, found: found !== undefined };
  }
  const candidates = place.evidence.listStrings();
  const [longest = ""] = candidates.filter((value) => value.length > most);
  const beginning = longest === "" ? "" : Array.from(longest).slice(0, most).join("").trimEnd();
  const found = candidates.find(fits) ?? beginning;
  if (found !== "" && fits(found)) return { value: found, found: true };
  return { value: "-".repeat(least), found: false };
}

/** Valid values that nobody mistakes for values found in the text. */
const FORMAT_FILLERS = {
  date: "1970-01-01",
  "date-time": "1970-01-01T00:00:00Z",
  email: "unknown@example.invalid",
  uri: "about:blank",
} as const;
