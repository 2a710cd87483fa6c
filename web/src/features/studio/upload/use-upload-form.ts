import { zodResolver } from "@hookform/resolvers/zod";
import type { Category } from "@stoa/contract/catalog";
import { SUGGESTED_PRICE_WITHOUT_MODELS } from "@stoa/contract/price-advice";
import { TEXTS } from "@stoa/contract/texts";
import { UploadFields, type UploadReply } from "@stoa/contract/uploads";
import { useLayoutEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { getServerDetail, HttpError } from "../../../lib/http-error.ts";
import { type UploadRequest, useUpload } from "../../../queries/my-agents.ts";
import { needsConfirmation } from "../price-preview.ts";
import { getShownChecks } from "./shown-checks.ts";
import { UPLOAD_FIELD_NAMES, type UploadFormFields } from "./upload-form-texts.tsx";
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

export interface UploadFormProps {
  readonly onUploaded: (reply: UploadReply) => void;
  /** Called with whether closing the form would lose anything, whenever this changes. */
  readonly onFilled: (isFilled: boolean) => void;
}

/** Manages the file, the listing and the submission of an upload. A high price must be confirmed before it is sent. */
export function useUploadForm({ onUploaded, onFilled }: UploadFormProps) {
  const form = useForm({ resolver: zodResolver(UploadFields), mode: "onTouched", defaultValues: EMPTY });
  const upload = useUpload();
  const [confirming, setConfirming] = useState<UploadRequest | null>(null);
  const file = useAgentFile({
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

  const isFilled = form.formState.isDirty || file.drop.file !== null;
  // A layout effect reports this before the next key is handled, so that Escape right after a typed letter
  // already asks for confirmation.
  useLayoutEffect(() => onFilled(isFilled), [isFilled, onFilled]);

  function startFromTemplate(template: File, category: Category): void {
    form.setValue("category", category);
    file.choose(template);
  }

  function showRefusal(error: Error): void {
    const refused = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
    for (const { field, message } of refused) {
      const name = UPLOAD_FIELD_NAMES.find((candidate) => candidate === field);
      if (name) form.setError(name, { message });
      else if (field === "file") file.refuse(message);
    }
  }

  const send = (request: UploadRequest) =>
    upload.mutate(request, { onSuccess: onUploaded, onError: showRefusal });
  const submit = form.handleSubmit(
    (fields) => {
      const chosen = file.require();
      if (!chosen) return;
      const request = {
        fields: { ...fields, allow_missing_models: file.allowMissingModels },
        file: chosen,
      };
      if (needsConfirmation(fields.price_per_token)) setConfirming(request);
      else send(request);
    },
    () => void file.require(),
  );

  return {
    form,
    file,
    checks: getShownChecks(file.inspection, upload.error, upload.isPending),
    isSending: upload.isPending,
    failure: upload.isError ? (getServerDetail(upload.error) ?? TEXTS.upload.failed) : null,
    startFromTemplate,
    allowMissingModels: (allow: boolean) => {
      upload.reset();
      file.setAllowMissingModels(allow);
    },
    submit,
    /** The high price that the user must confirm before the upload; `null` if there is none. */
    confirmingPrice: confirming?.fields.price_per_token ?? null,
    confirmPrice: () => {
      setConfirming(null);
      if (confirming) send({ ...confirming, fields: { ...confirming.fields, confirm_price: true } });
    },
    cancelPrice: () => setConfirming(null),
  };
}
