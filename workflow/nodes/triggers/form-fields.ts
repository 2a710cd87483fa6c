import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText, toPlainName } from "./caller-input.ts";

/** A field of a form, as far as its value is concerned. */
export interface FormField {
  /** What the item calls it. */
  key: string;
  /** What programs may call it. */
  name: string;
  label: string;
  kind: string;
  required: boolean;
  /** Several values, as a list. */
  isList: boolean;
  /** One file; its description is not a list. */
  isSingleFile: boolean;
  choices: string[];
  /** Shown in it while it is empty. */
  hint: string;
  initial: JsonValue | undefined;
}

/** Since this version a field may have a name beside its label. */
const NAMES_SINCE = 2.4;

function choicesOf(field: JsonObject): string[] {
  const options = isObject(field.fieldOptions) ? field.fieldOptions.values : undefined;
  return Array.isArray(options)
    ? options.map((entry) => toInputText(isObject(entry) ? entry.option : entry))
    : [];
}

function fieldOf(field: JsonObject, version: number): FormField | undefined {
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
    choices: choicesOf(field),
    hint: toInputText(field.placeholder),
    initial: field.defaultValue ?? field.fieldValue ?? (kind === "html" ? field.html : undefined),
  };
}

function listed({ parameters }: WorkflowNode): JsonValue[] {
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

/** The fields of a form, in the order in which it shows them. */
export function formFields(node: WorkflowNode): FormField[] {
  return listed(node)
    .filter(isObject)
    .map((field) => fieldOf(field, node.version))
    .filter((field) => field !== undefined);
}
