import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText, toPlainName } from "./caller-input.ts";

export interface FormField {
  /** The field's name in the item. */
  key: string;
  /** The field's name in the agent's input: `key` in lower case, with underscores. */
  name: string;
  label: string;
  kind: string;
  required: boolean;
  /** Whether the field's value is a list of several values. */
  isList: boolean;
  /** Whether the field accepts a single file instead of a list of files. */
  isSingleFile: boolean;
  /** The file name extensions that a file field accepts, such as `.csv`. */
  accept: string[];
  choices: string[];
  /** The placeholder text of the field. */
  hint: string;
  initial: JsonValue | undefined;
}

/** From this version on, a field may have a name in addition to its label. */
const NAMES_SINCE = 2.4;

function getChoices(field: JsonObject): string[] {
  const options = isObject(field.fieldOptions) ? field.fieldOptions.values : undefined;
  return Array.isArray(options)
    ? options.map((entry) => toInputText(isObject(entry) ? entry.option : entry))
    : [];
}

function toFormField(field: JsonObject, version: number): FormField | undefined {
  const kind = toInputText(field.fieldType) || "text";
  const label = toInputText(field.fieldLabel);
  const own = toInputText(field.fieldName);
  if (kind === "html" && toInputText(field.elementName) === "") return undefined;
  let key = label;
  if (kind === "html") key = toInputText(field.elementName);
  else if (kind === "hiddenField" || (version >= NAMES_SINCE && own !== "")) key = own;
  if (key === "") return undefined;
  return {
    key,
    name: toPlainName(key),
    label: label || key,
    kind,
    required: field.requiredField === true,
    isList: kind === "checkbox" || (kind === "dropdown" && field.multiselect === true),
    isSingleFile: field.multipleFiles === false,
    accept: toInputText(field.acceptFileTypes)
      .split(",")
      .map((extension) => extension.trim().toLowerCase())
      .filter((extension) => /^\.[a-z0-9]{1,10}$/.test(extension)),
    choices: getChoices(field),
    hint: toInputText(field.placeholder),
    initial: field.defaultValue ?? field.fieldValue ?? (kind === "html" ? field.html : undefined),
  };
}

function getListedFields({ parameters }: WorkflowNode): JsonValue[] {
  if (parameters.defineForm === "json") {
    try {
      const fields = JSON.parse(toInputText(parameters.jsonOutput)) as JsonValue;
      return Array.isArray(fields) ? fields : [];
    } catch {
      return [];
    }
  }
  const { formFields } = parameters;
  return isObject(formFields) && Array.isArray(formFields.values) ? formFields.values : [];
}

/** Returns the fields of a form, in order. */
export function getFormFields(node: WorkflowNode): FormField[] {
  return getListedFields(node)
    .filter(isObject)
    .map((field) => toFormField(field, node.version))
    .filter((field) => field !== undefined);
}
