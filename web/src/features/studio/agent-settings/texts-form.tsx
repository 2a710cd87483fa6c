import type { Agent } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES } from "@stoa/contract/catalog-labels";
import { LIMITS } from "@stoa/contract/limits";
import type { UpdateAgentRequest } from "@stoa/contract/uploads";
import { type FieldErrors, type Resolver, useForm } from "react-hook-form";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";
import { readTexts, TEXTS_FIELD_NAMES, type TextsFields, toTextsFields } from "./texts-fields.ts";

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }));

const resolveFields: Resolver<TextsFields, unknown, UpdateAgentRequest> = (fields) => {
  const read = readTexts(fields);
  if ("request" in read) return { values: read.request, errors: {} };
  const errors: FieldErrors<TextsFields> = {};
  for (const name of TEXTS_FIELD_NAMES) {
    const message = read.problems[name];
    if (message !== undefined) errors[name] = { type: "zod", message };
  }
  return { values: {}, errors };
};

/**
 * Edits the texts of the agent's card and page. Errors show once the user has left a field, and then update while
 * typing.
 */
export function TextsForm({ agent }: { readonly agent: Agent }) {
  const form = useForm({ resolver: resolveFields, mode: "onTouched", defaultValues: toTextsFields(agent) });
  const { errors, isDirty } = form.formState;
  const update = useUpdateAgent(agent.id);
  const save = form.handleSubmit((request) =>
    update.mutate(request, {
      onSuccess: (changed) => {
        form.reset(toTextsFields(changed));
        void notify.success("Details saved");
      },
    }),
  );
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={LIMITS.agentNameMaxLength}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Input {...control} {...form.register("description")} autoComplete="off" />}
      </Field>
      <Field
        label="Documentation"
        hint="Markdown supported."
        error={errors.documentation?.message}
        aside={`${LIMITS.documentationMinLength} min`}
      >
        {(control) => <Textarea {...control} {...form.register("documentation")} rows={6} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Category" error={errors.category?.message}>
          {(control) => <Select {...control} {...form.register("category")} options={CATEGORY_OPTIONS} />}
        </Field>
        <Field label="Tags" hint={`Comma-separated, at most ${LIMITS.tagsMax}.`} error={errors.tags?.message}>
          {(control) => <Input {...control} {...form.register("tags")} autoComplete="off" />}
        </Field>
        <Field label="Features" hint="One per line." error={errors.features?.message}>
          {(control) => <Textarea {...control} {...form.register("features")} rows={4} />}
        </Field>
        <Field label="Use cases" hint="One per line." error={errors.use_cases?.message}>
          {(control) => <Textarea {...control} {...form.register("use_cases")} rows={4} />}
        </Field>
      </div>
      {update.isError && <FormFailure text={getServerDetail(update.error) ?? "Failed to save the details"} />}
      <div>
        <Button type="submit" size="sm" busy={update.isPending} disabled={!isDirty}>
          Save details
        </Button>
      </div>
    </form>
  );
}
