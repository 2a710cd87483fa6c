import type { SupportedService } from "@stoa/contract/connectors";
import { Check, ExternalLink } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { ServiceMark } from "../../../components/service-mark.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import type { useSupportedServices } from "../../../queries/connectors.ts";

interface SupportedServicesProps {
  readonly services: ReturnType<typeof useSupportedServices>;
  /** Names of the services that are already connected. */
  readonly connected: ReadonlySet<string>;
  readonly onConnect: (service: string) => void;
}

const PLACES = ["a", "b", "c", "d", "e", "f"];

/** Lists every supported service, and which of them are connected. */
export function SupportedServices({ services, connected, onConnect }: SupportedServicesProps) {
  return (
    <section>
      <h3 className="mb-4 text-18">Supported Services</h3>
      {services.isLoadingError ? (
        <div className="border border-line bg-surface">
          <ErrorState title="Failed to load supported services" onRetry={() => services.refetch()} />
        </div>
      ) : (
        <ul className="hairgrid sm:grid-cols-2 xl:grid-cols-3">
          {services.data?.map((service) => (
            <ServiceCell
              key={service.name}
              service={service}
              connected={connected.has(service.name)}
              onConnect={() => onConnect(service.name)}
            />
          )) ??
            PLACES.map((place) => (
              <li key={place} aria-hidden="true" className="h-36 p-4">
                <Skeleton className="h-full" />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

interface ServiceCellProps {
  readonly service: SupportedService;
  readonly connected: boolean;
  readonly onConnect: () => void;
}

function ServiceCell({ service, connected, onConnect }: ServiceCellProps) {
  return (
    <li className="flex flex-col p-4">
      <div className="flex items-center gap-3">
        <ServiceMark name={service.display_name} />
        <h4 className="min-w-0 flex-1 font-semibold text-16">{service.display_name}</h4>
        {connected && (
          <Badge tone="ok">
            <Check aria-hidden="true" size={12} />
            Connected
          </Badge>
        )}
      </div>
      <p className="mt-2.5 text-14 text-ink-2">{service.description}</p>
      <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-2 text-14">
        <a
          href={service.documentation_url}
          target="_blank"
          rel="noreferrer"
          aria-label={`View Documentation of ${service.display_name} (opens in a new tab)`}
          className="link-alone"
        >
          View Documentation
          <ExternalLink aria-hidden="true" size={14} />
        </a>
        {!connected && (
          <button
            type="button"
            aria-label={`Connect ${service.display_name}`}
            className="link-alone font-medium"
            onClick={onConnect}
          >
            Connect
          </button>
        )}
      </p>
    </li>
  );
}
