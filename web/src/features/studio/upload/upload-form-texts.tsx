import type { UploadFields } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES, VISIBILITIES } from "@stoa/contract/catalog-words";
import { LIMITS, SCREEN } from "@stoa/contract/limits";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { pricePreview } from "../price-preview.ts";
import { VisibilityField } from "../visibility-field.tsx";

export const UPLOAD_FIELD_NAMES = [
  "name",
  "description",
  "documentation",
  "category",
  "price_per_token",
  "output_node",
  "visibility",
] as const;

/** The fields as they are typed: texts, also the price. */
export interface UploadFormFields {
  name: string;
  description: string;
  documentation: string;
  category?: unknown;
  price_per_token?: unknown;
  output_node?: unknown;
  visibility?: unknown;
}

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }));

export interface UploadFormTextsProps {
  readonly form: UseFormReturn<UploadFormFields, unknown, UploadFields>;
}

/** What buyers read of an agent, and its price as they see it. */
export function UploadFormTexts({ form }: UploadFormTextsProps) {
  const { errors } = form.formState;
  const [documentation, visibility] = form.watch(["documentation", "visibility"]);
  return (
    <>
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
      <Field
        label="Description"
        hint="One or two sentences for the card."
        error={errors.description?.message}
      >
        {(control) => <Input {...control} {...form.register("description")} autoComplete="off" />}
      </Field>
      <Field
        label="Documentation"
        hint="What it does, what it takes, what it answers. Markdown works."
        error={errors.documentation?.message}
        aside={`${documentation.trim().length} / ${LIMITS.documentationMinLength} min`}
      >
        {(control) => <Textarea {...control} {...form.register("documentation")} rows={6} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errors.category?.message}>
          {(control) => <Select {...control} {...form.register("category")} options={CATEGORY_OPTIONS} />}
        </Field>
        <Field
          label="Price per token"
          hint={pricePreview(form.watch("price_per_token"))}
          error={errors.price_per_token?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("price_per_token")}
              type="number"
              inputMode="decimal"
              min={0}
              step={SCREEN.priceStep}
            />
          )}
        </Field>
      </div>
      <VisibilityField
        value={VISIBILITIES.find((each) => each === visibility) ?? "public"}
        onChange={(chosen) => form.setValue("visibility", chosen, { shouldValidate: true })}
        error={errors.visibility?.message}
      />
    </>
  );
}
