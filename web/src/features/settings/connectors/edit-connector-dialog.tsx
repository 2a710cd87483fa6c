import type { Connector } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { notify } from "../../../lib/notify.ts";
import { useUpdateConnector } from "../../../queries/connectors.ts";
import { describeFailure } from "./connector-failure.ts";
import { QUOTA_PROBLEM, readQuota } from "./quota.ts";

interface EditConnectorDialogProps {
  readonly connector: Connector;
  /** The service's display name. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Changes how often a connector may be used, and whether agents can use it at all. */
export function EditConnectorDialog({ connector, name, onClose }: EditConnectorDialogProps) {
  const formId = useId();
  const [quota, setQuota] = useState(connector.usage_quota?.toString() ?? "");
  const [active, setActive] = useState(connector.is_active);
  const [checked, setChecked] = useState(false);
  const update = useUpdateConnector(connector.id);
  const read = readQuota(quota);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (read === undefined) return;
    update.mutate(
      { usage_quota: read, is_active: active },
      {
        onSuccess: () => {
          void notify.success(`${name} connector updated successfully`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Connector"
      description={name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={update.isPending}>
            {update.isPending ? "Updating..." : "Update Connector"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <fieldset disabled={update.isPending} className="grid gap-4">
          <Field
            label="Monthly Usage Quota"
            hint="Leave empty for unlimited usage"
            error={checked && read === undefined ? QUOTA_PROBLEM : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                value={quota}
                onChange={(event) => setQuota(event.target.value)}
              />
            )}
          </Field>
          <label className="flex min-h-11 items-center gap-3 text-14">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--ink)"
              checked={active}
              onChange={(event) => setActive(event.target.checked)}
            />
            Active (agents can use this connector)
          </label>
          {update.isError && (
            <FormFailure text={describeFailure(update.error, TEXTS.connectors.updateFailed)} />
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}
