import type { SupportedService } from "@stoa/contract/connectors";
import { LIMITS } from "@stoa/contract/limits";
import { ExternalLink } from "lucide-react";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { SecretInput } from "../../../components/secret-input.tsx";
import { type FieldProblems, fieldLabel, isSecret } from "./new-connector.ts";

export interface ServiceFieldsProps {
  readonly service: SupportedService;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: FieldProblems;
  readonly onChange: (name: string, value: string) => void;
}

/** One input for each field that the service requires, and where its own pages say how to get them. */
export function ServiceFields({ service, values, problems, onChange }: ServiceFieldsProps) {
  return (
    <>
      {service.required_fields.map((name) => (
        <Field key={name} label={fieldLabel(name)} error={problems[name]}>
          {(control) => {
            const input = {
              ...control,
              name,
              maxLength: LIMITS.connectorFieldMaxLength,
              value: values[name] ?? "",
              onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
            };
            return isSecret(name) ? (
              <SecretInput {...input} label={fieldLabel(name)} />
            ) : (
              <Input {...input} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            );
          }}
        </Field>
      ))}
      <p className="text-14 text-ink-2">
        <a href={service.documentation_url} target="_blank" rel="noreferrer" className="link-alone">
          View Documentation of {service.display_name}
          <ExternalLink aria-label="(opens in a new tab)" size={14} />
        </a>
      </p>
    </>
  );
}
