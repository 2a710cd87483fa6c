import { ConfirmAddress } from "../../components/confirm-address.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useCurrentUser } from "../../queries/current-user.ts";
import { AccountPanel } from "./account-panel.tsx";
import { CodePanel } from "./code-panel.tsx";
import { PopularAgents } from "./popular-agents.tsx";
import { Resources } from "./resources.tsx";
import { UsageActivity } from "./usage-activity.tsx";

/** Shows the dashboard. */
export function DashboardPage() {
  useDocumentTitle("Dashboard");
  const user = useCurrentUser();
  return (
    <div className="page grid gap-10 pt-8">
      <PageHeading title="Dashboard" />
      {user.data?.email_confirmed === false && <ConfirmAddress email={user.data.email} />}
      <AccountPanel />
      <div className="grid min-w-0 gap-10 lg:grid-cols-2">
        <UsageActivity />
        <div className="grid min-w-0 content-start gap-10">
          <CodePanel />
          <Resources />
        </div>
      </div>
      <PopularAgents />
    </div>
  );
}
