import { ANY_API } from "@stoa/contract/api-host";
import type { SupportedService } from "@stoa/contract/connectors";
import { LIMITS } from "@stoa/contract/limits";
import { ExternalLink } from "lucide-react";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { SecretInput } from "../../../components/secret-input.tsx";
import { Select } from "../../../components/select.tsx";
import { getChoiceLabel, getShownField, sortNames } from "./any-api-form.ts";
import { type FieldProblems, getFieldLabel, isSecret } from "./new-connector.ts";

interface ServiceFieldsProps {
  readonly service: SupportedService;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: FieldProblems;
  readonly onChange: (name: string, value: string) => void;
}

function getFields(service: SupportedService, values: ServiceFieldsProps["values"]) {
  const isAnyApi = service.name === ANY_API;
  const names = [...service.required_fields, ...(service.optional_fields ?? [])];
  return (isAnyApi ? sortNames(names) : names).flatMap((name) => {
    const shown = isAnyApi ? getShownField(name, values) : {};
    if (shown === undefined) return [];
    const choices = service.choices?.[name];
    const options = choices && [
      { value: "", label: "Select one" },
      ...choices.map((value) => ({ value, label: getChoiceLabel(value) })),
    ];
    return [{ name, label: shown.label ?? getFieldLabel(name), hint: shown.hint, choices: options }];
  });
}

/** Shows one input for each field of the service, and a link to the service's instructions for getting the values. */
export function ServiceFields({ service, values, problems, onChange }: ServiceFieldsProps) {
  return (
    <>
      {getFields(service, values).map(({ name, label, hint, choices }) => (
        <Field key={name} label={label} hint={hint} error={problems[name]}>
          {(control) => {
            const input = {
              ...control,
              name,
              value: values[name] ?? "",
              onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
            };
            if (choices) return <Select {...input} options={choices} />;
            const maxLength = LIMITS.connectorFieldMaxLength;
            return isSecret(name) ? (
              <SecretInput {...input} maxLength={maxLength} label={label} />
            ) : (
              <Input
                {...input}
                maxLength={maxLength}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            );
          }}
        </Field>
      ))}
      <p className="text-14 text-ink-2">
        <a href={service.documentation_url} target="_blank" rel="noreferrer" className="link-alone">
          View the {service.display_name} documentation
          <ExternalLink aria-label="(opens in a new tab)" size={14} />
        </a>
      </p>
    </>
  );
}
