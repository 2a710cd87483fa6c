import { zodResolver } from "@hookform/resolvers/zod";
import type { UploadReply } from "@stoa/contract/catalog";
import { LIMITS, SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { type DragEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Input } from "../../components/input.tsx";
import { Select } from "../../components/select.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { CATEGORY_NAMES, Category, FRAMEWORK_NAMES, UploadFields } from "../../lib/contract.ts";
import { formatPricePerMillion } from "../../lib/format.ts";
import { HttpError, serverDetail } from "../../lib/http-error.ts";
import { CheckList, type ShownCheck } from "./check-list.tsx";
import { FileDrop } from "./file-drop.tsx";
import { fileProblem } from "./file-problem.ts";
import { useInspect } from "./use-inspect.ts";
import { useUpload } from "./use-upload.ts";

const CATEGORIES = Category.options.map((value) => ({ value, label: CATEGORY_NAMES[value] }));
const FIELDS = ["name", "description", "documentation", "category", "price_per_token"] as const;

/** The price as buyers see it, while it is a number. */
function pricePreview(typed: unknown): string | undefined {
  const price = Number(typed);
  return typed !== "" && Number.isFinite(price) && price >= 0
    ? `Buyers see ${price === 0 ? "Free" : `${formatPricePerMillion(price)} / 1M tokens`}`
    : undefined;
}

export interface UploadFormProps {
  readonly onUploaded: (reply: UploadReply) => void;
}

/** The upload: the file first, then what buyers read; errors on leaving a field, then live. */
export function UploadForm({ onUploaded }: UploadFormProps) {
  const form = useForm({
    resolver: zodResolver(UploadFields),
    mode: "onTouched",
    defaultValues: {
      name: "",
      description: "",
      documentation: "",
      category: "general",
      price_per_token: SCREEN.defaultPricePerToken.toString(),
    },
  });
  const { errors } = form.formState;
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [dragged, setDragged] = useState(false);
  const inspect = useInspect();
  const upload = useUpload();
  const documentation = form.watch("documentation");

  function chooseFile(chosen: File): void {
    const problem = fileProblem(chosen);
    setFile(problem === null ? chosen : null);
    setFileError(problem);
    upload.reset();
    inspect.reset();
    if (problem !== null) return;
    inspect.mutate(chosen, {
      onSuccess: ({ suggested }) => {
        if (suggested.name && form.getValues("name") === "") form.setValue("name", suggested.name);
        if (suggested.description && form.getValues("description") === "") {
          form.setValue("description", suggested.description);
        }
      },
    });
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setDragged(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) chooseFile(dropped);
  }

  const submit = form.handleSubmit(
    (fields) => {
      const problem = fileProblem(file);
      setFileError(problem);
      if (problem !== null || file === null) return;
      upload.mutate(
        { fields, file },
        {
          onSuccess: onUploaded,
          onError: (error) => {
            const refused = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
            for (const { field, message } of refused) {
              const name = FIELDS.find((candidate) => candidate === field);
              if (name) form.setError(name, { message });
              else if (field === "file") setFileError(message);
            }
          },
        },
      );
    },
    () => setFileError(fileProblem(file)),
  );

  const refusedChecks = upload.error instanceof HttpError ? upload.error.problem?.checks : undefined;
  const checks: readonly ShownCheck[] = refusedChecks ?? inspect.data?.checks ?? [];
  const framework = inspect.data?.framework;

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-5"
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
    >
      <FileDrop file={file} error={fileError} dragged={dragged} onFile={chooseFile} />
      {inspect.isPending && (
        <p role="status" className="text-14 text-ink-2">
          Reading the file
        </p>
      )}
      {framework && (
        <p className="text-14 text-ink-2">
          Recognised as <span className="font-medium text-ink">{FRAMEWORK_NAMES[framework]}</span>.
        </p>
      )}
      <CheckList checks={checks} />
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
          {(control) => <Select {...control} {...form.register("category")} options={CATEGORIES} />}
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
      {upload.isError && <FormFailure text={serverDetail(upload.error) ?? TEXTS.upload.failed} />}
      <Button type="submit" variant="primary" size="lg" busy={upload.isPending}>
        {upload.isPending ? "Uploading and checking" : "Upload agent"}
      </Button>
    </form>
  );
}
