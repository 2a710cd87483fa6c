import { getRouteApi, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiTab } from "../../features/settings/api/api-tab.tsx";
import { readKind, readMonth } from "../../features/settings/billing/billing-search.ts";
import { BillingTab } from "../../features/settings/billing/billing-tab.tsx";
import { ConnectorsTab } from "../../features/settings/connectors/connectors-tab.tsx";
import { GeneralTab } from "../../features/settings/general/general-tab.tsx";
import { LogsTab } from "../../features/settings/logs/logs-tab.tsx";
import { PlansTab } from "../../features/settings/plans-tab.tsx";
import { SETTINGS_TABS, SettingsFrame, type SettingsTab } from "../../features/settings/settings-frame.tsx";
import { Period } from "../../lib/contract.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

const route = getRouteApi("/session/settings/$tab");

/** A tab asked for by navigation state is honoured and then stands in the address (reading 8). */
function useAskedTab(): void {
  const asked = useLocation({ select: (location) => location.state });
  const navigate = useNavigate();
  useEffect(() => {
    const tab = SETTINGS_TABS.find((name) => name === asked.activeTab);
    if (tab === undefined) return;
    void navigate({
      to: "/settings/$tab",
      params: { tab },
      search: { agent_id: asked.agentId, agent_name: asked.agentName },
      replace: true,
      state: {},
    });
  }, [asked, navigate]);
}

/** /settings. */
export function SettingsScreen() {
  useDocumentTitle("Settings");
  useAskedTab();
  return (
    <SettingsFrame tab="general">
      <GeneralTab />
    </SettingsFrame>
  );
}

/** /settings/{tab}; anything unknown shows general (section 2). */
export function SettingsTabScreen() {
  useDocumentTitle("Settings");
  useAskedTab();
  const { tab } = route.useParams();
  const known = SETTINGS_TABS.find((name) => name === tab) ?? "general";
  return (
    <SettingsFrame tab={known}>
      <Panel tab={known} />
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
  if (tab === "plans") return <PlansTab />;
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
    const { period, search: words, agent, agent_id, agent_name, status, page, run } = search;
    const known = Period.options.find((option) => option === period);
    return (
      <LogsTab
        search={{ period: known, search: words, agent, agent_id, agent_name, status, page, run }}
        onSearch={(next) => navigate({ search: { ...next }, replace: true, resetScroll: false })}
      />
    );
  }
  return <GeneralTab />;
}
