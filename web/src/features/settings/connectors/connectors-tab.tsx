import type { Connector } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { notify } from "../../../lib/notify.ts";
import {
  useConnectors,
  useGrants,
  useRemoveConnector,
  useSupportedServices,
} from "../../../queries/connectors.ts";
import { AddConnectorDialog } from "./add-connector-dialog.tsx";
import { ConnectorCard } from "./connector-card.tsx";
import { ConnectorGrants } from "./connector-grants.tsx";
import { EditConnectorDialog } from "./edit-connector-dialog.tsx";
import { SupportedServices } from "./supported-services.tsx";

/** The dialog that is open above the tab. */
type Asked = { readonly edit: Connector } | { readonly remove: Connector } | "add" | null;

export interface ConnectorsTabProps {
  /** The service in the URL that the user should connect. */
  readonly connect: string | undefined;
  /** Puts that service into the URL, or removes it. */
  readonly onConnect: (service: string | undefined) => void;
}

/** Shows the user's connectors to other services, and the agents that may use them. */
export function ConnectorsTab({ connect, onConnect }: ConnectorsTabProps) {
  const connectors = useConnectors();
  const services = useSupportedServices();
  const grants = useGrants();
  const remove = useRemoveConnector();
  const [asked, setAsked] = useState<Asked>(null);

  const serviceOf = (name: string) => services.data?.find((service) => service.name === name);
  const nameOf = (name: string) => serviceOf(name)?.display_name ?? name;
  const connected = new Set(connectors.data?.map((connector) => connector.service_name));
  const adding = asked === "add" || connect !== undefined;
  const close = () => {
    setAsked(null);
    if (connect !== undefined) onConnect(undefined);
  };

  const removeAsked = ({ id, service_name }: Connector) =>
    remove.mutate(id, {
      onSuccess: () => notify.success(TEXTS.connectors.deleted(nameOf(service_name))),
      onError: () => notify.error(TEXTS.connectors.deleteFailed),
      onSettled: close,
    });
  const removed = asked !== null && typeof asked === "object" && "remove" in asked ? asked.remove : null;
  const edited = asked !== null && typeof asked === "object" && "edit" in asked ? asked.edit : null;

  return (
    <div className="grid min-w-0 gap-10">
      <section>
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 className="text-22">API Connectors</h2>
            <p className="mt-1 text-14 text-ink-2">Manage your external API connections for agents</p>
          </div>
          <Button
            icon={<Plus aria-hidden="true" size={16} />}
            disabled={services.isLoadingError}
            onClick={() => setAsked("add")}
          >
            Add Connector
          </Button>
        </div>
        {connectors.data && grants.isFetched ? (
          connectors.data.length === 0 ? (
            <div className="border border-line bg-surface">
              <EmptyState
                title="No API connectors yet"
                hint="Add your first API connector to start using external services in your agents"
                action={
                  <Button disabled={services.isLoadingError} onClick={() => setAsked("add")}>
                    Add Your First Connector
                  </Button>
                }
              />
            </div>
          ) : (
            <ul className="hairgrid xl:grid-cols-2">
              {connectors.data.map((connector) => (
                <ConnectorCard
                  key={connector.id}
                  connector={connector}
                  service={serviceOf(connector.service_name)}
                  onEdit={() => setAsked({ edit: connector })}
                  onDelete={() => setAsked({ remove: connector })}
                />
              ))}
            </ul>
          )
        ) : connectors.isError ? (
          <div className="border border-line bg-surface">
            <ErrorState
              title="Failed to load connectors"
              detail={TEXTS.connectors.loadFailed}
              onRetry={() => connectors.refetch()}
            />
          </div>
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-24 text-14 text-ink-2">
            <Spinner />
            Loading API connectors...
          </p>
        )}
      </section>
      {connectors.data && grants.isFetched && (
        <>
          {(connectors.data.length > 0 || (grants.data?.length ?? 0) > 0) && (
            <ConnectorGrants grants={grants} nameOf={nameOf} />
          )}
          <SupportedServices services={services} connected={connected} onConnect={onConnect} />
        </>
      )}
      {adding && services.data && (
        <AddConnectorDialog
          services={services.data}
          connected={connected}
          initial={connect ?? ""}
          onClose={close}
        />
      )}
      {edited && (
        <EditConnectorDialog connector={edited} name={nameOf(edited.service_name)} onClose={close} />
      )}
      <ConfirmDialog
        open={removed !== null}
        title="Delete connector"
        question={removed === null ? "" : TEXTS.connectors.confirmDelete(nameOf(removed.service_name))}
        consequence="Its credential is erased, and agents can no longer use it."
        confirmLabel="Delete connector"
        busy={remove.isPending}
        onConfirm={() => removed !== null && removeAsked(removed)}
        onClose={close}
      />
    </div>
  );
}
