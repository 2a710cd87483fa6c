import { zodResolver } from "@hookform/resolvers/zod";
import { type Category, UploadFields, type UploadReply } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { SUGGESTED_PRICE_WITHOUT_MODELS } from "@stoa/contract/price-advice";
import { TEXTS } from "@stoa/contract/texts";
import { useLayoutEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { HttpError, serverDetail } from "../../../lib/http-error.ts";
import { type UploadRequest, useUpload } from "../../../queries/my-agents.ts";
import { highPriceWords, needsConfirmation } from "../price-preview.ts";
import { CheckList } from "./check-list.tsx";
import { FileDrop } from "./file-drop.tsx";
import { MissingModelsField } from "./missing-models-field.tsx";
import { OutputNodeField } from "./output-node-field.tsx";
import { shownChecks } from "./shown-checks.ts";
import { TemplatePicker } from "./template-picker.tsx";
import { UPLOAD_FIELD_NAMES, type UploadFormFields, UploadFormTexts } from "./upload-form-texts.tsx";
import { useAgentFile } from "./use-agent-file.ts";

const EMPTY: UploadFormFields = {
  name: "",
  description: "",
  documentation: "",
  category: "general",
  price_per_token: SUGGESTED_PRICE_WITHOUT_MODELS.toString(),
  sponsor_limit_per_run: "",
  output_node: "",
  allow_missing_models: false,
  visibility: "public",
};

interface UploadFormProps {
  readonly onUploaded: (reply: UploadReply) => void;
  /** Called with whether closing would lose anything. */
  readonly onFilled: (isFilled: boolean) => void;
}

/**
 * Shows the upload form: the file first, then the listing. Errors show once the user has left a field, and then
 * update while typing.
 */
export function UploadForm({ onUploaded, onFilled }: UploadFormProps) {
  const form = useForm({ resolver: zodResolver(UploadFields), mode: "onTouched", defaultValues: EMPTY });
  const upload = useUpload();
  const [asked, setAsked] = useState<UploadRequest | null>(null);
  const chosen = useAgentFile({
    onChosen: () => {
      upload.reset();
      form.setValue("output_node", "");
    },
    onInspected: ({ suggested, price_advice: advice }) => {
      if (!form.getFieldState("price_per_token").isDirty)
        form.resetField("price_per_token", { defaultValue: String(advice.suggested_price_per_token) });
      if (suggested.name && form.getValues("name") === "") form.setValue("name", suggested.name);
      if (suggested.description && form.getValues("description") === "")
        form.setValue("description", suggested.description);
    },
  });

  const isFilled = form.formState.isDirty || chosen.drop.file !== null;
  // A layout effect reports this before the next key is handled: Escape right after a letter must already ask.
  useLayoutEffect(() => onFilled(isFilled), [isFilled, onFilled]);

  function startFrom(file: File, category: Category): void {
    form.setValue("category", category);
    chosen.choose(file);
  }

  function showRefusal(error: Error): void {
    const refused = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
    for (const { field, message } of refused) {
      const name = UPLOAD_FIELD_NAMES.find((candidate) => candidate === field);
      if (name) form.setError(name, { message });
      else if (field === "file") chosen.refuse(message);
    }
  }

  const send = (request: UploadRequest) =>
    upload.mutate(request, { onSuccess: onUploaded, onError: showRefusal });
  const submit = form.handleSubmit(
    (fields) => {
      const file = chosen.require();
      if (!file) return;
      const allowed = { ...fields, allow_missing_models: chosen.allowMissingModels };
      if (needsConfirmation(fields.price_per_token)) setAsked({ fields: allowed, file });
      else send({ fields: allowed, file });
    },
    () => void chosen.require(),
  );
  const framework = chosen.inspection?.framework;
  const outputNode = form.watch("output_node");
  const checks = shownChecks(chosen.inspection, upload.error, upload.isPending);

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FileDrop {...chosen.drop} />
      {chosen.drop.file === null && <TemplatePicker onFile={startFrom} />}
      {chosen.inspecting && (
        <p role="status" className="text-14 text-ink-2">
          Reading the file
        </p>
      )}
      {framework && (
        <p className="text-14 text-ink-2">
          Recognized as <span className="font-medium text-ink">{FRAMEWORK_NAMES[framework]}</span>.
        </p>
      )}
      <CheckList checks={checks} />
      <MissingModelsField
        checks={checks}
        checked={chosen.allowMissingModels}
        onChange={(allow) => {
          upload.reset();
          chosen.setAllowMissingModels(allow);
        }}
      />
      <OutputNodeField
        inspection={chosen.inspection}
        value={typeof outputNode === "string" ? outputNode : ""}
        onChange={(event) => form.setValue("output_node", event.target.value)}
        error={form.formState.errors.output_node?.message}
      />
      <UploadFormTexts form={form} advice={chosen.inspection?.price_advice} />
      {upload.isError && <FormFailure text={serverDetail(upload.error) ?? TEXTS.upload.failed} />}
      <Button type="submit" variant="primary" size="lg" busy={upload.isPending}>
        {upload.isPending ? "Uploading and checking" : "Upload agent"}
      </Button>
      {asked !== null && (
        <ConfirmDialog
          open
          title="Confirm price"
          question={highPriceWords(asked.fields.price_per_token)}
          confirmLabel="Upload at this price"
          onConfirm={() => {
            setAsked(null);
            send({ ...asked, fields: { ...asked.fields, confirm_price: true } });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}
