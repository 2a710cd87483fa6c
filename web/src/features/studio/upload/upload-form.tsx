import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { describeHighPrice } from "../price-preview.ts";
import { CheckList } from "./check-list.tsx";
import { FileDrop } from "./file-drop.tsx";
import { MissingModelsField } from "./missing-models-field.tsx";
import { OutputNodeField } from "./output-node-field.tsx";
import { ScriptOffer } from "./script-offer.tsx";
import { TemplatePicker } from "./template-picker.tsx";
import { UploadFormTexts } from "./upload-form-texts.tsx";
import { type UploadFormProps, useUploadForm } from "./use-upload-form.ts";

/**
 * Shows the upload form: the file first, then the listing. Errors show once the user has left a field, and then
 * update while typing.
 */
export function UploadForm(props: UploadFormProps) {
  const upload = useUploadForm(props);
  const { form, file, checks } = upload;
  const framework = file.inspection?.framework;
  const outputNode = form.watch("output_node");

  return (
    <form onSubmit={upload.submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FileDrop {...file.drop} />
      {file.drop.file === null && <TemplatePicker onFile={upload.startFromTemplate} />}
      {file.inspecting && (
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
      <ScriptOffer checks={checks} file={file.drop.file} onFile={file.choose} />
      <MissingModelsField
        checks={checks}
        checked={file.allowMissingModels}
        onChange={upload.allowMissingModels}
      />
      <OutputNodeField
        inspection={file.inspection}
        value={typeof outputNode === "string" ? outputNode : ""}
        onChange={(event) => form.setValue("output_node", event.target.value)}
        error={form.formState.errors.output_node?.message}
      />
      <UploadFormTexts form={form} advice={file.inspection?.price_advice} />
      {upload.failure !== null && <FormFailure text={upload.failure} />}
      <Button type="submit" variant="primary" size="lg" busy={upload.isSending}>
        {upload.isSending ? "Uploading and checking" : "Upload agent"}
      </Button>
      {upload.confirmingPrice !== null && (
        <ConfirmDialog
          open
          title="Confirm price"
          question={describeHighPrice(upload.confirmingPrice)}
          confirmLabel="Upload at this price"
          onConfirm={upload.confirmPrice}
          onClose={upload.cancelPrice}
        />
      )}
    </form>
  );
}
