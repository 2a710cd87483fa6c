import type { InputParam } from "@stoa/contract/catalog";
import { useState } from "react";
import { hasPendingFile, isFileParam } from "../lib/file-input.ts";
import { findInputProblem, type TypedInput } from "../lib/input-fields.ts";
import { isEarlierTurns } from "../lib/message-input.ts";
import { Field, type FieldControlProps } from "./field.tsx";
import { LazyFileField } from "./files/lazy-file-field.tsx";
import { Input } from "./input.tsx";
import { Select } from "./select.tsx";
import { Textarea } from "./textarea.tsx";

interface TryFormProps {
  readonly params: readonly InputParam[];
  readonly input: TypedInput;
  readonly disabled?: boolean;
  readonly onChange: (name: string, value: string) => void;
}

/** Returns a label for a parameter's name: `research_query` reads as "Research query". */
function getFieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows the form for an agent's parameters; the error of a field shows once the user has left it. */
export function TryForm({ params, input, disabled = false, onChange }: TryFormProps) {
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const longest = params.find((param) => param.type === "string" && !param.choices)?.name;
  return (
    <fieldset disabled={disabled} className="grid gap-4">
      {params.map((param) => {
        if (isEarlierTurns(param)) return null;
        const value = input[param.name] ?? "";
        const isShown = leftFields.has(param.name) && !hasPendingFile(param, value);
        const error = isShown ? findInputProblem(param, value) : null;
        return (
          <Field
            key={param.name}
            label={getFieldLabel(param.name)}
            hint={param.description || undefined}
            error={error ?? undefined}
            aside={param.required ? undefined : "optional"}
          >
            {(control) => (
              <ParamControl
                param={param}
                value={value}
                control={control}
                rows={param.name === longest ? 6 : 3}
                onChange={(next) => onChange(param.name, next)}
                onBlur={() => setLeftFields(new Set(leftFields).add(param.name))}
              />
            )}
          </Field>
        );
      })}
    </fieldset>
  );
}

interface ParamControlProps {
  readonly param: InputParam;
  readonly value: string;
  readonly control: FieldControlProps;
  readonly rows: number;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

function ParamControl({ param, value, control, rows, onChange, onBlur }: ParamControlProps) {
  if (isFileParam(param))
    return (
      <LazyFileField param={param} value={value} control={control} onChange={onChange} onBlur={onBlur} />
    );
  const bound = {
    ...control,
    value,
    onBlur,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (param.choices) {
    const none = param.required ? [] : [{ value: "", label: "Default" }];
    return (
      <Select
        {...bound}
        options={[...none, ...param.choices.map((choice) => ({ value: choice, label: choice }))]}
      />
    );
  }
  if (param.type === "boolean") {
    return (
      <Select
        {...bound}
        options={[
          { value: "", label: "No" },
          { value: "true", label: "Yes" },
        ]}
      />
    );
  }
  if (param.type === "integer" || param.type === "number") return <Input {...bound} inputMode="decimal" />;
  return (
    <Textarea
      {...bound}
      rows={rows}
      className={param.type === "string" ? "" : "font-mono text-14"}
      spellCheck={param.type === "string"}
    />
  );
}
