import { useState } from "react";
import { ApiKeyField } from "../../components/api-key-field.tsx";
import { CheckboxField } from "../../components/checkbox-field.tsx";
import { Field } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Input } from "../../components/input.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { SecretInput } from "../../components/secret-input.tsx";
import { Select } from "../../components/select.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { TryForm } from "../../components/try-form.tsx";
import type { TypedInput } from "../../lib/input-fields.ts";
import { doNothing, GallerySection } from "./gallery-section.tsx";
import { PARAMS } from "./samples.ts";

export function FieldsSection() {
  const [checked, setChecked] = useState(true);
  const [search, setSearch] = useState("");
  const [input, setInput] = useState<TypedInput>({});
  return (
    <GallerySection title="Fields">
      <div className="grid w-full gap-4 md:grid-cols-3">
        <Field label="Plain" hint="A hint" aside="0 / 50 min">
          {(control) => <Input {...control} placeholder="Placeholder" />}
        </Field>
        <Field label="Wrong" error="Agent name is required">
          {(control) => <Input {...control} />}
        </Field>
        <Field label="Disabled">{(control) => <Input {...control} disabled value="Fixed" />}</Field>
        <Field label="Select">
          {(control) => <Select {...control} options={[{ value: "a", label: "First choice" }]} />}
        </Field>
        <Field label="Text">{(control) => <Textarea {...control} />}</Field>
        <Field label="Secret">
          {(control) => <SecretInput {...control} label="secret" defaultValue="not shown" />}
        </Field>
        <FormFailure text="Failed to add connector. Please try again." />
        <ApiKeyField apiKey="stoa_example0000000000000000" onCopied={doNothing} onFailed={doNothing} />
        <SearchField label="Search agents" value={search} onChange={setSearch} />
        <CheckboxField
          label="Active"
          hint="Agents can use this connector"
          checked={checked}
          onChange={async (next) => setChecked(next)}
          onFailed={doNothing}
        />
      </div>
      <div className="w-full md:max-w-md">
        <TryForm
          params={PARAMS}
          input={input}
          onChange={(name, value) => setInput({ ...input, [name]: value })}
        />
      </div>
    </GallerySection>
  );
}
