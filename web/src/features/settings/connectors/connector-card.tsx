import type { Connector, SupportedService } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { Pencil, Plug, Trash2 } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { ServiceMark } from "../../../components/service-mark.tsx";
import { Stat } from "../../../components/stat.tsx";
import { cx } from "../../../lib/class-names.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { useTestConnector } from "../../../queries/connectors.ts";
import { formatUsage, getQuotaShare, getQuotaTone } from "./quota.ts";

const FILL = { ok: "bg-ok", warn: "bg-warn-fill", danger: "bg-danger" } as const;

/** Shows how much of the monthly limit is used. */
function UsageBar({ used, quota }: { readonly used: number; readonly quota: number }) {
  const share = Math.min(getQuotaShare(used, quota), 1);
  return (
    <div>
      <p aria-hidden="true" className="label mb-1.5">
        Monthly Usage
      </p>
      <div
        role="progressbar"
        aria-label="Monthly Usage"
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-2 bg-sunken"
      >
        <div
          className={cx("h-full", FILL[getQuotaTone(getQuotaShare(used, quota))])}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}

interface ConnectorCardProps {
  readonly connector: Connector;
  /** Undefined if the list of services could not be loaded. */
  readonly service: SupportedService | undefined;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Shows one connector: its service, its usage and its actions. */
export function ConnectorCard({ connector, service, onEdit, onDelete }: ConnectorCardProps) {
  const name = service?.display_name ?? connector.service_name;
  const test = useTestConnector(connector.id);

  const runTest = () =>
    test.mutate(undefined, {
      onSuccess: (reply) =>
        notify.info(
          reply.success
            ? TEXTS.connectors.testOk(name, reply.message)
            : TEXTS.connectors.testFailed(name, reply.message),
        ),
      onError: () => notify.error(TEXTS.connectors.testThrew),
    });

  return (
    <li className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <ServiceMark name={name} />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-18">
            {name}
            <Badge tone={connector.is_active ? "ok" : "neutral"}>
              {connector.is_active ? "Active" : "Inactive"}
            </Badge>
          </h3>
          <p className="mt-0.5 text-14 text-ink-2">{service?.description ?? "External API service"}</p>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Stat label="Created">{formatDay(connector.created_at)}</Stat>
        <Stat label="Usage">{formatUsage(connector)}</Stat>
      </dl>
      {connector.usage_quota !== null && (
        <UsageBar used={connector.current_usage} quota={connector.usage_quota} />
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Button
          size="sm"
          variant="outline"
          aria-label={`Test ${name}`}
          busy={test.isPending}
          icon={<Plug aria-hidden="true" size={16} />}
          onClick={runTest}
        >
          Test
        </Button>
        <Button
          size="sm"
          variant="outline"
          aria-label={`Edit ${name}`}
          icon={<Pencil aria-hidden="true" size={16} />}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Delete ${name}`}
          icon={<Trash2 aria-hidden="true" size={16} />}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
