import { DateTime } from "luxon";
import type { NodeType } from "../../model/node-type.ts";
import { formFields } from "./form-fields.ts";
import { formValues } from "./form-values.ts";

/** The caller's input as a filled form. */
export const formTrigger: NodeType = {
  types: ["n8n-nodes-base.formTrigger"],
  versions: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5],
  trigger: true,
  execute({ node, items, workflow, startedAt, execution }) {
    const fields = formFields(node);
    const submittedAt = DateTime.fromJSDate(startedAt, { zone: workflow.timezone }).toISO();
    return [
      items.map(({ json: given, binary: files }) => {
        const { json, binary } = formValues(fields, given);
        return {
          json: { ...json, submittedAt, formMode: execution.mode },
          ...((files || Object.keys(binary).length > 0) && { binary: { ...files, ...binary } }),
        };
      }),
    ];
  },
};
