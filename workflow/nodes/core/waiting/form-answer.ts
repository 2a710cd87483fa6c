import { DateTime } from "luxon";
import type { FormPage, PageField, WaitAnswer } from "../../../gateway/wait-messages.ts";
import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { parseInputFile } from "../../triggers/caller-input.ts";
import { type FormField, getFormFields } from "../../triggers/form-fields.ts";
import { type FormValues, readFormValues } from "../../triggers/form-values.ts";

const KINDS: Readonly<Record<string, PageField["kind"]>> = {
  text: "text",
  textarea: "textarea",
  number: "number",
  email: "email",
  password: "password",
  date: "date",
  dropdown: "dropdown",
  checkbox: "checkbox",
  radio: "radio",
  file: "file",
  hiddenField: "hidden",
};

/** Returns whether a field is shown. A form's custom HTML is the author's own content and is not shown on our pages. */
const isInputField = ({ kind }: FormField) => kind !== "html";

function toPageField({
  key,
  label,
  kind,
  required,
  isList,
  isSingleFile,
  choices,
  hint,
  initial,
}: FormField): PageField {
  return {
    name: key,
    label,
    kind: KINDS[kind] ?? "text",
    required,
    several: kind === "file" ? !isSingleFile : isList,
    choices,
    hint,
    value: initial === undefined || typeof initial === "object" ? "" : String(initial),
  };
}

/** Returns the node's form with its expressions evaluated. */
function getFields(context: NodeContext): FormField[] {
  const names = ["defineForm", "formFields", "jsonOutput"] as const;
  const parameters: JsonObject = {};
  for (const name of names) {
    const value = context.parameter(name, 0);
    if (value !== undefined) parameters[name] = value;
  }
  const node: WorkflowNode = { ...context.node, parameters };
  return getFormFields(node);
}

/** Returns a page with the node's form. */
export function createFormPage(context: NodeContext, texts: Omit<FormPage, "fields">): FormPage {
  return { ...texts, fields: getFields(context).filter(isInputField).map(toPageField) };
}

/** Returns the submitted values of the node's form. */
export function readFormAnswer(context: NodeContext, { body, files }: WaitAnswer): FormValues {
  const values: JsonObject = isObject(body) ? { ...body } : {};
  for (const [name, sent] of Object.entries(files)) values[name] = sent.map((file) => ({ ...file }));
  return readFormValues(getFields(context), values);
}

/** Returns the files of an answer as binary data. Several files of one field are numbered. */
export function toBinary(files: WaitAnswer["files"]): Record<string, BinaryFile> {
  const binary: Record<string, BinaryFile> = {};
  for (const [name, sent] of Object.entries(files))
    for (const [index, upload] of sent.entries()) {
      const file = parseInputFile({ ...upload });
      if (file) binary[sent.length > 1 ? `${name}${index}` : name] = file;
    }
  return binary;
}

/** Returns the item of a submitted form. */
export function toFormItem(context: NodeContext, answer: WaitAnswer): Item {
  const { json, binary } = readFormAnswer(context, answer);
  const submittedAt = DateTime.now().setZone(context.workflow.timezone).toISO();
  return {
    json: { ...json, submittedAt, formMode: context.execution.mode },
    ...(Object.keys(binary).length > 0 && { binary }),
    pairedItem: { item: 0 },
  };
}
