import type { SubscribedEventType } from "@stoa/contract/webhook-events";
import type { CreateWebhookRequest, Webhook, WebhookWithSecret } from "@stoa/contract/webhooks";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useCreateWebhook, useUpdateWebhook } from "../../../queries/webhooks.ts";
import { EVENT_LABELS } from "./webhook-labels.ts";

interface EventChoicesProps {
  readonly chosen: readonly SubscribedEventType[];
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly SubscribedEventType[]) => void;
}

/** Shows the events that a webhook can receive. */
function EventChoices({ chosen, problem, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-14">Events</legend>
      {EVENT_LABELS.map(([type, description]) => (
        <label key={type} className="flex min-h-9 items-center gap-3 text-14 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-(--ink)"
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
            }
          />
          <span>
            {description} <code className="mono text-12 text-ink-3">{type}</code>
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-14 text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface WebhookDialogProps {
  /** The webhook to change; if absent, a webhook is added. */
  readonly edited?: Webhook | undefined;
  readonly onCreated?: ((created: WebhookWithSecret) => void) | undefined;
  readonly onClose: () => void;
}

/** Returns a function that creates the webhook or saves the edited one, and the state of the request. */
function useSaveWebhook({ edited, onCreated, onClose }: WebhookDialogProps) {
  const create = useCreateWebhook();
  const update = useUpdateWebhook(edited?.id ?? "");
  const save = ({ is_active, ...request }: CreateWebhookRequest & { is_active: boolean }) => {
    if (edited)
      update.mutate(
        { ...request, is_active },
        {
          onSuccess: () => {
            void notify.success("Webhook saved");
            onClose();
          },
        },
      );
    else create.mutate(request, { onSuccess: (created) => onCreated?.(created) });
  };
  return {
    save,
    failure: edited ? update.error : create.error,
    isSaving: create.isPending || update.isPending,
  };
}

interface UrlFieldProps {
  readonly url: string;
  /** Whether the form was submitted. Only then does a missing URL show as an error. */
  readonly checked: boolean;
  readonly onChange: (url: string) => void;
}

function UrlField({ url, checked, onChange }: UrlFieldProps) {
  return (
    <Field
      label="URL"
      hint="Must be a public https:// URL"
      error={checked && url.trim() === "" ? "A URL is required" : undefined}
    >
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://hooks.example.com/stoa"
          value={url}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Adds a webhook, or changes its URL, its events and whether it is enabled. */
export function WebhookDialog({ edited, onCreated, onClose }: WebhookDialogProps) {
  const formId = useId();
  const { save, failure, isSaving } = useSaveWebhook({ edited, onCreated, onClose });
  const [url, setUrl] = useState(edited?.url ?? "");
  const [description, setDescription] = useState(edited?.description ?? "");
  const [events, setEvents] = useState<readonly SubscribedEventType[]>(
    edited?.events ?? ["run.completed", "run.failed", "run.cancelled"],
  );
  const [active, setActive] = useState(edited?.is_active ?? true);
  const [checked, setChecked] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (url.trim() === "" || events.length === 0) return;
    save({ url, description, events: [...events], is_active: active });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={edited ? "Edit webhook" : "New webhook"}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving}>
            {edited ? "Save" : "Add webhook"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <UrlField url={url} checked={checked} onChange={setUrl} />
        <Field label="Description" aside="optional">
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <EventChoices
          chosen={events}
          problem={checked && events.length === 0 ? "Please choose at least one event" : undefined}
          onChange={setEvents}
        />
        {edited && (
          <label className="flex min-h-11 items-center gap-3 text-14">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--ink)"
              checked={active}
              onChange={(event) => setActive(event.target.checked)}
            />
            Active (events are sent)
          </label>
        )}
        {failure !== null && <FormFailure text={getServerDetail(failure) ?? "Failed to save the webhook"} />}
      </form>
    </Dialog>
  );
}
