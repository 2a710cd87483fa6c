import type { InspectReply } from "@stoa/contract/uploads";
import type { ChangeEventHandler } from "react";
import { Field } from "../../../components/field.tsx";
import { Select } from "../../../components/select.tsx";

interface OutputNodeFieldProps {
  readonly inspection: InspectReply | undefined;
  readonly value: string;
  readonly onChange: ChangeEventHandler<HTMLSelectElement>;
  readonly error?: string | undefined;
}

/** Shows the choice of a workflow's output node, whose output is the answer; nothing for other files. */
export function OutputNodeField({ inspection, value, onChange, error }: OutputNodeFieldProps) {
  if (!inspection || inspection.output_nodes.length === 0) return null;
  const usual =
    inspection.output_node === null
      ? "Output of Respond to Webhook or the last node"
      : `${inspection.output_node} (set in the file)`;
  return (
    <Field label="Output node" hint="The output of this node is the agent's output." error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={onChange}
          options={[
            { value: "", label: usual },
            ...inspection.output_nodes.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
    </Field>
  );
}
