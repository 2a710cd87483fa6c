import type { Connector, SupportedService } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { notify } from "../../../lib/notify.ts";
import { useHostGrants } from "../../../queries/agent-hosts.ts";
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
import { HostGrants } from "./host-grants.tsx";
import { SupportedServices } from "./supported-services.tsx";

/** The dialog that is open above the tab. */
type ConnectorDialogState =
  | { readonly what: "add" }
  | { readonly what: "edit" | "remove"; readonly connector: Connector }
  | null;

interface ConnectorListProps {
  readonly connectors: readonly Connector[];
  readonly findService: (name: string) => SupportedService | undefined;
  readonly addButton: ReactNode;
  readonly onOpen: (dialog: ConnectorDialogState) => void;
}

function ConnectorList({ connectors, findService, addButton, onOpen }: ConnectorListProps) {
  if (connectors.length === 0)
    return (
      <div className="border border-line bg-surface">
        <EmptyState
          title="No API connectors yet"
          hint="Add your first API connector to start using external services in your agents"
          action={addButton}
        />
      </div>
    );
  return (
    <ul className="hairgrid xl:grid-cols-2">
      {connectors.map((connector) => (
        <ConnectorCard
          key={connector.id}
          connector={connector}
          service={findService(connector.service_name)}
          onEdit={() => onOpen({ what: "edit", connector })}
          onDelete={() => onOpen({ what: "remove", connector })}
        />
      ))}
    </ul>
  );
}

function ConnectorsLoading() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-14 text-ink-2">
      <Spinner />
      Loading API connectors...
    </p>
  );
}

function ConnectorsFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="border border-line bg-surface">
      <ErrorState title="Failed to load connectors" detail={TEXTS.connectors.loadFailed} onRetry={onRetry} />
    </div>
  );
}

interface RemoveConnectorDialogProps {
  /** The connector to delete. The dialog is closed if it is undefined. */
  readonly connector: Connector | undefined;
  readonly getName: (service: string) => string;
  readonly onClose: () => void;
}

/** Asks for confirmation before it deletes a connector. */
function RemoveConnectorDialog({ connector, getName, onClose }: RemoveConnectorDialogProps) {
  const remove = useRemoveConnector();
  const confirm = ({ id, service_name }: Connector) =>
    remove.mutate(id, {
      onSuccess: () => notify.success(TEXTS.connectors.deleted(getName(service_name))),
      onError: () => notify.error(TEXTS.connectors.deleteFailed),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open={connector !== undefined}
      title="Delete connector"
      question={connector ? TEXTS.connectors.confirmDelete(getName(connector.service_name)) : ""}
      consequence="Its credential is erased, and agents can no longer use it."
      confirmLabel="Delete connector"
      busy={remove.isPending}
      onConfirm={() => connector && confirm(connector)}
      onClose={onClose}
    />
  );
}

export interface ConnectorsTabProps {
  /** The service that the URL asks the user to connect. */
  readonly connect: string | undefined;
  /** Puts a service into the URL, or removes it. */
  readonly onConnect: (service: string | undefined) => void;
}

/** Shows the user's connectors to other services, the agents that may use them, and the hosts that agents may reach. */
export function ConnectorsTab({ connect, onConnect }: ConnectorsTabProps) {
  const connectors = useConnectors();
  const services = useSupportedServices();
  const grants = useGrants();
  const hostGrants = useHostGrants();
  const [dialog, setDialog] = useState<ConnectorDialogState>(null);

  const findService = (name: string) => services.data?.find((service) => service.name === name);
  const getName = (name: string) => findService(name)?.display_name ?? name;
  const connected = new Set(connectors.data?.map((connector) => connector.service_name));
  const loaded = grants.isFetched && hostGrants.isFetched ? connectors.data : undefined;
  const add = {
    disabled: services.isLoadingError,
    onClick: () => setDialog({ what: "add" }),
  };
  const close = () => {
    setDialog(null);
    if (connect !== undefined) onConnect(undefined);
  };

  return (
    <div className="grid min-w-0 gap-10">
      <section>
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 className="text-22">API Connectors</h2>
            <p className="mt-1 text-14 text-ink-2">Manage your external API connections for agents</p>
          </div>
          <Button icon={<Plus aria-hidden="true" size={16} />} {...add}>
            Add Connector
          </Button>
        </div>
        {loaded ? (
          <ConnectorList
            connectors={loaded}
            findService={findService}
            addButton={<Button {...add}>Add Your First Connector</Button>}
            onOpen={setDialog}
          />
        ) : connectors.isError ? (
          <ConnectorsFailed onRetry={() => connectors.refetch()} />
        ) : (
          <ConnectorsLoading />
        )}
      </section>
      {loaded && (
        <>
          {(loaded.length > 0 || (grants.data?.length ?? 0) > 0) && (
            <ConnectorGrants grants={grants} getName={getName} />
          )}
          <HostGrants grants={hostGrants} />
          <SupportedServices services={services} connected={connected} onConnect={onConnect} />
        </>
      )}
      {(dialog?.what === "add" || connect !== undefined) && services.data && (
        <AddConnectorDialog
          services={services.data}
          connected={connected}
          initial={connect ?? ""}
          onClose={close}
        />
      )}
      {dialog?.what === "edit" && (
        <EditConnectorDialog
          connector={dialog.connector}
          name={getName(dialog.connector.service_name)}
          onClose={close}
        />
      )}
      <RemoveConnectorDialog
        connector={dialog?.what === "remove" ? dialog.connector : undefined}
        getName={getName}
        onClose={close}
      />
    </div>
  );
}
