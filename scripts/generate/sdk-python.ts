import type { Schema } from "./sdk-schemas.ts";

/** Python keywords, which cannot be field names of a class. The list is `keyword.kwlist`. */
const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
const COLUMNS = 110;

/**
 * Returns the types of the Python SDK: one TypedDict per object, so that responses stay the original JSON and keep
 * fields that are newer than the SDK. datamodel-code-generator also creates such types, but it is a Python package, and
 * `npm run generate` does not need Python otherwise.
 */
export function generatePythonTypes(schemas: Record<string, Schema>): string {
  const printer = new Printer();
  for (const [name, schema] of Object.entries(schemas)) printer.add(name, schema);
  return printer.formatText();
}

class Printer {
  readonly #parts: string[] = [];
  readonly #names: string[] = [];

  add(name: string, schema: Schema): void {
    // Determine the type first, because this also writes the alias's nested objects, which must come before the alias.
    const type = schema.properties ? undefined : this.#type(schema, name);
    if (type === undefined) this.#writeObject(name, schema);
    else this.#parts.push(`${name}: TypeAlias = ${quoteReferences(type)}\n${formatDocstring(schema, "")}`);
    this.#names.push(name);
  }

  formatText(): string {
    return `"""The inputs and outputs of the API. Generated from contract/openapi.json by \`npm run generate\`."""

from __future__ import annotations

import sys
from typing import Dict, List, Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = [
${[...this.#names]
  .sort()
  .map((name) => `    "${name}",\n`)
  .join("")}]


${this.#parts.join("\n\n")}`;
  }

  #writeObject(name: string, schema: Schema): void {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      if (KEYWORDS.has(field)) throw new Error(`${name}.${field} cannot be a field of a Python class`);
      const type = this.#type(value, `${name}${toPascalCase(field)}`);
      const line = `    ${field}: ${required.has(field) ? type : `NotRequired[${type}]`}`;
      return `${line}\n${formatDocstring(value, "    ")}`;
    });
    this.#parts.push(
      `class ${name}(TypedDict):\n${formatDocstring(schema, "    ")}${fields.join("") || "    pass\n"}`,
    );
  }

  /** @param name the name for a nested object, which Python requires */
  #type(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.replace(/^.*\//, "");
    if (schema.const !== undefined) return `Literal[${formatLiteral(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(formatLiteral).join(", ")}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return formatUnion(choices.map((choice) => this.#type(choice, name + getEventName(choice))));
    if (Array.isArray(schema.type))
      return formatUnion(schema.type.map((type) => this.#type({ ...schema, type }, name)));
    if (schema.properties) {
      this.#writeObject(name, schema);
      this.#names.push(name);
      return name;
    }
    return this.#formatPlainType(schema, name);
  }

  #formatPlainType({ type, items, additionalProperties }: Schema, name: string): string {
    switch (type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `List[${this.#type(items ?? {}, `${name}Item`)}]`;
      case "object": {
        const values = typeof additionalProperties === "object" ? additionalProperties : {};
        return `Dict[str, ${this.#type(values, `${name}Value`)}]`;
      }
      default:
        throw new Error(`${name} has a schema that cannot be expressed in Python: ${JSON.stringify(type)}`);
    }
  }
}

function formatUnion(types: string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] ?? "") : `Union[${different.join(", ")}]`;
}

/** Returns the name of a server-sent event, which distinguishes it from other events. */
function getEventName({ properties }: Schema): string {
  const name = properties?.event?.const;
  return typeof name === "string" ? toPascalCase(name) : "";
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}

function formatLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

/** Quotes the names of classes and aliases, which may be defined further down. */
function quoteReferences(type: string): string {
  return type.replace(/("[^"]*")|\b([A-Z]\w*)\b(?!\[)/g, (whole, text?: string, name?: string) =>
    text !== undefined || name === "None" || name === "True" || name === "False" ? whole : `"${name ?? ""}"`,
  );
}

function formatDocstring({ description }: Schema, indent: string): string {
  if (description === undefined) return "";
  const words = description.replaceAll("\\", "\\\\").replaceAll('"""', "'''").split(/\s+/);
  const lines = [`"""${words.shift() ?? ""}`];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (indent.length + longer.length + 3 > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return `${lines.map((line) => indent + line).join("\n")}"""\n`;
}
