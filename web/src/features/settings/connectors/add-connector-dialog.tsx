import type { SupportedService } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { Select } from "../../../components/select.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { startConsent, useAddConnector } from "../../../queries/connectors.ts";
import { createInitialForm } from "./any-api-form.ts";
import { describeFailure, getFieldFailures } from "./connector-failure.ts";
import { createConnectorRequest, type FieldProblems, findConnectorProblems } from "./new-connector.ts";
import { ServiceFields } from "./service-fields.tsx";
import type { TypedConnector } from "./typed-connector.ts";

/** Links to the service, where the user allows access. Nothing has to be entered here. */
function ConsentButton({ service }: { readonly service: SupportedService }) {
  const begin = useMutation({
    mutationFn: () => startConsent(service.name),
    onSuccess: ({ authorization_url }) => location.assign(authorization_url),
    onError: (error) => notify.error(getServerDetail(error) ?? TEXTS.connectors.addFailed),
  });
  return (
    <div className="grid gap-2">
      <Button type="button" busy={begin.isPending} onClick={() => begin.mutate()}>
        Connect with {service.display_name}
      </Button>
      <p className="text-14 text-ink-2">
        {service.display_name} asks you what to allow. Or enter a token from there:
      </p>
    </div>
  );
}

interface AddConnectorDialogProps {
  readonly services: readonly SupportedService[];
  /** Names of the services that are already connected. */
  readonly connected: ReadonlySet<string>;
  /** The service to start with, or the host of an API; ignored if unknown. */
  readonly initial: string;
  readonly onClose: () => void;
}

/** Manages what the user has entered for a new connector, its problems and its submission. */
function useNewConnector({ services, initial, onClose }: Omit<AddConnectorDialogProps, "connected">) {
  const [typed, setTyped] = useState<TypedConnector>(() =>
    createInitialForm(initial, new Set(services.map(({ name }) => name))),
  );
  const [checked, setChecked] = useState(false);
  const add = useAddConnector();
  const service = services.find(({ name }) => name === typed.service);
  const refused = getFieldFailures(add.error, [
    ...(service?.required_fields ?? []),
    ...(service?.optional_fields ?? []),
  ]);
  const problems: FieldProblems = { ...refused, ...(checked && findConnectorProblems(typed, services)) };

  const change = (part: Partial<TypedConnector>) => {
    setTyped({ ...typed, ...part });
    add.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const first = Object.keys(findConnectorProblems(typed, services))[0];
    if (first !== undefined) {
      const control = event.currentTarget.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    add.mutate(createConnectorRequest(typed), {
      onSuccess: () => {
        void notify.success(`${service?.display_name ?? typed.service} connector added successfully`);
        onClose();
      },
    });
  };

  return {
    typed,
    service,
    problems,
    /** The reason for a refusal that does not concern a single field. */
    failure:
      add.isError && Object.keys(refused).length === 0
        ? describeFailure(add.error, TEXTS.connectors.addFailed)
        : null,
    isAdding: add.isPending,
    change,
    chooseService: (name: string) => {
      setChecked(false);
      change({ service: name, values: {} });
    },
    submit,
  };
}

interface QuotaFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function QuotaField({ value, error, onChange }: QuotaFieldProps) {
  return (
    <Field label="Monthly Usage Quota (Optional)" hint="Leave empty for unlimited usage" error={error}>
      {(control) => (
        <Input
          {...control}
          name="quota"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Connects a service: the user chooses it, enters its credentials and may set a monthly limit. */
export function AddConnectorDialog({ services, connected, initial, onClose }: AddConnectorDialogProps) {
  const formId = useId();
  const form = useNewConnector({ services, initial, onClose });
  const { typed, service, problems } = form;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Connector"
      description="Your credential is stored encrypted and never shown again. Agents can use the service, but never see the credential."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={form.isAdding} disabled={services.length === 0}>
            {form.isAdding ? "Adding..." : "Add Connector"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={form.submit}>
        <fieldset disabled={form.isAdding} className="grid gap-4">
          <Field
            label="Service"
            error={problems.service}
            hint={connected.has(typed.service) ? "You already have a connector for this service." : undefined}
          >
            {(control) => (
              <Select
                {...control}
                name="service"
                value={typed.service}
                options={[
                  { value: "", label: "Select a service" },
                  ...services.map((option) => ({ value: option.name, label: option.display_name })),
                ]}
                onChange={(event) => form.chooseService(event.target.value)}
              />
            )}
          </Field>
          {service?.by_consent && <ConsentButton service={service} />}
          {service && (
            <ServiceFields
              key={service.name}
              service={service}
              values={typed.values}
              problems={problems}
              onChange={(name, value) => form.change({ values: { ...typed.values, [name]: value } })}
            />
          )}
          <QuotaField
            value={typed.quota}
            error={problems.quota}
            onChange={(quota) => form.change({ quota })}
          />
          {form.failure !== null && <FormFailure text={form.failure} />}
        </fieldset>
      </form>
    </Dialog>
  );
}
