import type { SubscribedEventType } from "@stoa/contract/webhook-events";
import type { Webhook, WebhookWithSecret } from "@stoa/contract/webhooks";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useCreateWebhook, useUpdateWebhook } from "../../../queries/webhooks.ts";
import { EVENT_WORDS } from "./webhook-words.ts";

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
      {EVENT_WORDS.map(([type, words]) => (
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
            {words} <code className="mono text-12 text-ink-3">{type}</code>
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
  readonly edited?: Webhook;
  readonly onCreated?: (created: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

/** Adds a webhook, or changes its URL, its events and whether it is enabled. */
export function WebhookDialog({ edited, onCreated, onClose }: WebhookDialogProps) {
  const formId = useId();
  const create = useCreateWebhook();
  const update = useUpdateWebhook(edited?.id ?? "");
  const [url, setUrl] = useState(edited?.url ?? "");
  const [description, setDescription] = useState(edited?.description ?? "");
  const [events, setEvents] = useState<readonly SubscribedEventType[]>(
    edited?.events ?? ["run.completed", "run.failed", "run.cancelled"],
  );
  const [active, setActive] = useState(edited?.is_active ?? true);
  const [checked, setChecked] = useState(false);
  const failure = edited ? update.error : create.error;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (url.trim() === "" || events.length === 0) return;
    const body = { url, description, events: [...events] };
    if (edited)
      update.mutate(
        { ...body, is_active: active },
        {
          onSuccess: () => {
            void notify.success("Webhook saved");
            onClose();
          },
        },
      );
    else create.mutate(body, { onSuccess: (created) => onCreated?.(created) });
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
          <Button type="submit" form={formId} busy={create.isPending || update.isPending}>
            {edited ? "Save" : "Add webhook"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Address"
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
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
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
        {failure !== null && <FormFailure text={serverDetail(failure) ?? "Failed to save the webhook"} />}
      </form>
    </Dialog>
  );
}
