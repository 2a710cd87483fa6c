import { getRouteApi, lazyRouteComponent, useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { readKind, readMonth } from "../../features/settings/billing/billing-search.ts";
import { readPeriod } from "../../features/settings/logs/logs-search.ts";
import { SETTINGS_TABS, SettingsFrame, type SettingsTab } from "../../features/settings/settings-frame.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

const route = getRouteApi("/session/settings/$tab");
const consentRoute = getRouteApi("/session/connect/$service");

// Each tab's code loads with its URL, or when the user points at its link.
const GeneralTab = lazyRouteComponent(
  () => import("../../features/settings/general/general-tab.tsx"),
  "GeneralTab",
);
const BillingTab = lazyRouteComponent(
  () => import("../../features/settings/billing/billing-tab.tsx"),
  "BillingTab",
);
const PlansTab = lazyRouteComponent(() => import("../../features/settings/plans-tab.tsx"), "PlansTab");
const ConnectorsTab = lazyRouteComponent(
  () => import("../../features/settings/connectors/connectors-tab.tsx"),
  "ConnectorsTab",
);
const ConsentReturnPage = lazyRouteComponent(
  () => import("../../features/settings/connectors/consent-return-page.tsx"),
  "ConsentReturnPage",
);
/** Shows /oauth/authorize, to which apps send users to ask for access. */
export const AppConsentScreen = lazyRouteComponent(
  () => import("./app-consent-screen.tsx"),
  "AppConsentScreen",
);
/** Shows /device, which programs without a browser ask users to open. */
export const DeviceLoginScreen = lazyRouteComponent(
  () => import("./device-login-screen.tsx"),
  "DeviceLoginScreen",
);
const MemoryTab = lazyRouteComponent(
  () => import("../../features/settings/memory/memory-tab.tsx"),
  "MemoryTab",
);
const FilesTab = lazyRouteComponent(() => import("../../features/settings/files/files-tab.tsx"), "FilesTab");
const LogsTab = lazyRouteComponent(() => import("../../features/settings/logs/logs-tab.tsx"), "LogsTab");
const ApiTab = lazyRouteComponent(() => import("../../features/settings/api/api-tab.tsx"), "ApiTab");

const TABS: Readonly<Record<SettingsTab, { preload?: () => Promise<void> | undefined }>> = {
  general: GeneralTab,
  billing: BillingTab,
  plans: PlansTab,
  connectors: ConnectorsTab,
  memory: MemoryTab,
  files: FilesTab,
  logs: LogsTab,
  api: ApiTab,
};

const parseTab = (name: string): SettingsTab => SETTINGS_TABS.find((known) => known === name) ?? "general";

/** Loads the code and data of a tab, so that the previous tab stays until the new one can be shown. */
export async function loadTab(name: string): Promise<void> {
  await TABS[parseTab(name)].preload?.();
}

/** Opens the tab that the navigation state names and moves it into the URL. */
function useRequestedTab(): void {
  const navigationState = useLocation({ select: (location) => location.state });
  const navigate = useNavigate();
  useEffect(() => {
    const tab = SETTINGS_TABS.find((name) => name === navigationState.activeTab);
    if (tab === undefined) return;
    void navigate({
      to: "/settings/$tab",
      params: { tab },
      search: { agent_id: navigationState.agentId, agent_name: navigationState.agentName },
      replace: true,
      state: {},
    });
  }, [navigationState, navigate]);
}

/** Shows /settings. */
export function SettingsScreen() {
  useDocumentTitle("Settings");
  useRequestedTab();
  return (
    <SettingsFrame tab="general">
      <GeneralTab />
    </SettingsFrame>
  );
}

/** Shows /settings/{tab}. If the tab is unknown, shows General. */
export function SettingsTabScreen() {
  useDocumentTitle("Settings");
  useRequestedTab();
  const tab = parseTab(route.useParams().tab);
  return (
    <SettingsFrame tab={tab}>
      <Panel tab={tab} />
    </SettingsFrame>
  );
}

function Panel({ tab }: { readonly tab: SettingsTab }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  if (tab === "billing")
    return (
      <BillingTab
        search={{ kind: readKind(search.kind), month: readMonth(search.month), entry: search.entry }}
        onSearch={(next) => navigate({ search: { ...next }, replace: true, resetScroll: false })}
      />
    );
  if (tab === "plans") return <PlansTab chosen={search.plan} />;
  if (tab === "memory") return <MemoryTab />;
  if (tab === "files") return <FilesTab />;
  if (tab === "api")
    return (
      <ApiTab
        search={{ part: search.part, webhook: search.webhook, schedule: search.schedule }}
        onSearch={(next) => navigate({ search: { ...next }, replace: true, resetScroll: false })}
      />
    );
  if (tab === "connectors") {
    return (
      <ConnectorsTab
        connect={search.connect}
        onConnect={(service) => navigate({ search: { connect: service }, replace: true, resetScroll: false })}
      />
    );
  }
  if (tab === "logs") {
    const { period, search: text, agent, agent_id, agent_name, status, page, run } = search;
    return (
      <LogsTab
        search={{ period: readPeriod(period), search: text, agent, agent_id, agent_name, status, page, run }}
        onSearch={(next) => navigate({ search: { ...next }, replace: true, resetScroll: false })}
      />
    );
  }
  return <GeneralTab />;
}

/** Shows /connect/{service}, to which a service redirects users after they have allowed access. */
export function ConsentReturnScreen() {
  const { service } = consentRoute.useParams();
  const { state, ...returned } = consentRoute.useSearch();
  const navigate = useNavigate();
  const onConnected = useCallback(
    () => void navigate({ to: "/settings/$tab", params: { tab: "connectors" }, replace: true }),
    [navigate],
  );
  useDocumentTitle("Settings");
  return (
    <SettingsFrame tab="connectors">
      <ConsentReturnPage
        service={service}
        returned={state === undefined ? undefined : { state, ...returned }}
        onConnected={onConnected}
        onAgain={() =>
          void navigate({
            to: "/settings/$tab",
            params: { tab: "connectors" },
            search: { connect: service },
            replace: true,
          })
        }
      />
    </SettingsFrame>
  );
}
