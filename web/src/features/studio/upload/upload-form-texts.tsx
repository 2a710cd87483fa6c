import type { PriceAdvice } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES, VISIBILITIES } from "@stoa/contract/catalog-labels";
import { LIMITS, SCREEN } from "@stoa/contract/limits";
import type { UploadFields } from "@stoa/contract/uploads";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { PriceNotes } from "../price-notes.tsx";
import { isBelowCost, previewPrice } from "../price-preview.ts";
import { VisibilityField } from "../visibility-field.tsx";

export const UPLOAD_FIELD_NAMES = [
  "name",
  "description",
  "documentation",
  "category",
  "price_per_token",
  "sponsor_limit_per_run",
  "output_node",
  "visibility",
] as const;

/** The fields as typed text, including the price. */
export interface UploadFormFields {
  name: string;
  description: string;
  documentation: string;
  category?: unknown;
  price_per_token?: unknown;
  sponsor_limit_per_run?: unknown;
  confirm_price?: unknown;
  output_node?: unknown;
  /** Whether the file may name models that this server does not offer. The checkbox next to the checks sets it. */
  allow_missing_models: unknown;
  visibility?: unknown;
}

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }));

interface UploadFormTextsProps {
  readonly form: UseFormReturn<UploadFormFields, unknown, UploadFields>;
  /** How the price compares to the cost of the file's models. */
  readonly advice: PriceAdvice | undefined;
}

type PriceAdviceFieldsProps = UploadFormTextsProps & { readonly advice: PriceAdvice };

/** Shows the earnings after model cost, and a subsidy field if the price does not cover that cost. */
function PriceAdviceFields({ form, advice }: PriceAdviceFieldsProps) {
  const [price, sponsored] = form.watch(["price_per_token", "sponsor_limit_per_run"]);
  const isSponsored = Number(sponsored) > 0;
  return (
    <>
      <PriceNotes
        typed={price}
        advice={advice}
        isSponsored={isSponsored}
        onSuggested={(suggested) =>
          form.setValue("price_per_token", String(suggested), { shouldValidate: true })
        }
      />
      {(isBelowCost(price, advice) || isSponsored) && (
        <Field
          label="Max subsidy per run"
          aside="USD"
          hint="Your balance pays up to this amount per run."
          error={form.formState.errors.sponsor_limit_per_run?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("sponsor_limit_per_run")}
              inputMode="decimal"
              autoComplete="off"
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Edits the listing of an agent, and shows its price as buyers see it. */
export function UploadFormTexts({ form, advice }: UploadFormTextsProps) {
  const { errors } = form.formState;
  const [documentation, visibility] = form.watch(["documentation", "visibility"]);
  const price = form.watch("price_per_token");
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
        hint="Describe your agent in one or two sentences. They are shown in the marketplace."
        error={errors.description?.message}
      >
        {(control) => <Input {...control} {...form.register("description")} autoComplete="off" />}
      </Field>
      <Field
        label="Documentation"
        hint="Explain what your agent does, and its inputs and outputs. You can use Markdown."
        error={errors.documentation?.message}
        aside={`${documentation.trim().length} / ${LIMITS.documentationMinLength} min`}
      >
        {(control) => <Textarea {...control} {...form.register("documentation")} rows={6} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errors.category?.message}>
          {(control) => <Select {...control} {...form.register("category")} options={CATEGORY_OPTIONS} />}
        </Field>
        <Field label="Price per token" hint={previewPrice(price)} error={errors.price_per_token?.message}>
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
      {advice && <PriceAdviceFields form={form} advice={advice} />}
      <VisibilityField
        value={VISIBILITIES.find((each) => each === visibility) ?? "public"}
        onChange={(chosen) => form.setValue("visibility", chosen, { shouldValidate: true })}
        error={errors.visibility?.message}
      />
    </>
  );
}
