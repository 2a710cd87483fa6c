import type { InputParameter, ParameterType } from "@stoa/runtime/protocol";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { findDiskFiles } from "../files/run-files/disk-files.ts";
import { CHAT_FILES_NAME, takesChatFiles } from "./chat-files.ts";
import { readWorkflowInputs } from "./execute-workflow-trigger.ts";
import { type FormField, getFormFields } from "./form-fields.ts";
import { findReferencedFields } from "./referenced-fields.ts";
import { findExpectedExtensions, findReferencedFiles } from "./referenced-files.ts";
import { type ChosenTrigger, chooseTrigger } from "./trigger-choice.ts";

/** The maximum number of inputs that a form can show. Callers may send further inputs. */
const MAX_INPUTS = 40;

const MESSAGE: InputParameter = {
  name: "message",
  type: "string",
  required: true,
  description: "Your message",
};

const CHAT_FILES: InputParameter = {
  name: CHAT_FILES_NAME,
  type: "files",
  required: false,
  description: "Files for the message",
};

const TYPES: { readonly [type: string]: ParameterType } = {
  string: "string",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
};

function fromField(field: FormField): InputParameter {
  const { name, label, required, isList, accept, choices, initial } = field;
  return {
    name,
    type: isList ? "array" : getFieldType(field),
    required,
    description: label,
    ...(accept.length > 0 && { accept }),
    ...(initial !== undefined && initial !== "" && { default: initial }),
    ...(choices.length > 0 && !isList && { choices }),
  };
}

function getFieldType({ kind, isSingleFile }: FormField): ParameterType {
  if (kind === "file") return isSingleFile ? "file" : "files";
  return kind === "number" ? "number" : "string";
}

function fromNames(names: Iterable<string>): InputParameter[] {
  return [...new Set(names)].map((name) => ({ name, type: "string", required: false, description: name }));
}

/** Returns the fields of a request that the workflow reads. */
function fromRequest(workflow: Workflow, node: WorkflowNode): InputParameter[] {
  const fields = findReferencedFields(workflow, node).filter(([part]) => part === "body" || part === "query");
  return fromNames(fields.flatMap(([, name]) => (name === undefined ? [] : [name])));
}

/** Returns the files that the workflow reads from the trigger's item or from a disk. */
function fromFiles(workflow: Workflow, { node, kind }: ChosenTrigger): InputParameter[] {
  const isOpen = kind === "chat" || kind === "webhook" || kind === "manual";
  const isOfChat = (name: string) => kind === "chat" && takesChatFiles(node) && /^data\d+$/.test(name);
  const names = [
    ...(isOpen ? findReferencedFiles(workflow, node).filter((name) => !isOfChat(name)) : []),
    ...findDiskFiles(workflow).map(({ name }) => name),
  ];
  return names.map((name) => {
    const accept = findExpectedExtensions(workflow, node, name);
    return {
      ...{ name, type: "file", required: false, description: name },
      ...(accept.length > 0 && { accept }),
    };
  });
}

function getParameters(workflow: Workflow, { node, kind }: ChosenTrigger): InputParameter[] {
  if (kind === "chat") return takesChatFiles(node) ? [MESSAGE, CHAT_FILES] : [MESSAGE];
  if (kind === "form")
    return getFormFields(node)
      .filter((field) => field.kind !== "html")
      .map(fromField);
  if (kind === "webhook") return fromRequest(workflow, node);
  const declaredInputs = kind === "called" ? readWorkflowInputs(node) : undefined;
  if (declaredInputs)
    return declaredInputs.map(({ name, type }) => ({
      name,
      type: TYPES[type] ?? "string",
      required: false,
      description: name,
    }));
  return fromNames(findReferencedFields(workflow, node).map(([name = ""]) => name));
}

/** Returns the input fields of a workflow, which are the fields of its trigger or, by default, a single message. */
export function createInputForm(
  workflow: Workflow,
): { trigger: ChosenTrigger; parameters: InputParameter[] } | { problem: string } {
  const trigger = chooseTrigger(workflow);
  if ("problem" in trigger) return trigger;
  const all = [...getParameters(workflow, trigger), ...fromFiles(workflow, trigger)];
  const byName = new Map(all.map((parameter) => [parameter.name, parameter]));
  if (byName.size === 0) byName.set(MESSAGE.name, { ...MESSAGE, required: false });
  return { trigger, parameters: [...byName.values()].slice(0, MAX_INPUTS) };
}
