import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { ConnectedAppsPart } from "../apps/connected-apps-part.tsx";
import { KeysPart } from "../keys/keys-part.tsx";
import { SchedulesPart } from "../schedules/schedules-part.tsx";
import { WebhooksPart } from "../webhooks/webhooks-part.tsx";
import { AccessPart } from "./access-part.tsx";

/** Loaded when it is first shown, because the other parts fill the tab's budget. */
const WebsitesPart = lazyRouteComponent(() => import("../websites/websites-part.tsx"), "WebsitesPart");

/** The state of the API tab in the URL. */
export interface ApiSearch {
  readonly part?: string | undefined;
  /** The webhook whose deliveries are open. */
  readonly webhook?: string | undefined;
  /** The schedule whose history is open. */
  readonly schedule?: string | undefined;
}

export interface ApiTabProps {
  readonly search: ApiSearch;
  readonly onSearch: (next: ApiSearch) => void;
}

/** Shows everything that programs need: access, keys with limits, connected apps, websites, webhooks, schedules. */
export function ApiTab({ search, onSearch }: ApiTabProps) {
  const parts = [
    { value: "access", label: "Access", panel: <AccessPart /> },
    { value: "keys", label: "Keys and limits", panel: <KeysPart /> },
    { value: "apps", label: "Connected apps", panel: <ConnectedAppsPart /> },
    {
      value: "websites",
      label: "Websites",
      panel: (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <WebsitesPart />
        </Suspense>
      ),
    },
    {
      value: "webhooks",
      label: "Webhooks",
      panel: (
        <WebhooksPart opened={search.webhook} onOpen={(webhook) => onSearch({ part: "webhooks", webhook })} />
      ),
    },
    {
      value: "schedules",
      label: "Schedules",
      panel: (
        <SchedulesPart
          opened={search.schedule}
          onOpen={(schedule) => onSearch({ part: "schedules", schedule })}
        />
      ),
    },
  ];
  const known = parts.find(({ value }) => value === search.part)?.value ?? "access";
  return (
    <Tabs
      label="API"
      value={known}
      items={parts}
      onChange={(part) => onSearch({ part: part === "access" ? undefined : part })}
      panelClassName="pt-6 min-w-0"
    />
  );
}
