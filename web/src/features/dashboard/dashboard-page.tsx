import { CodeExamples } from "../../components/code-examples.tsx";
import { ConfirmAddress } from "../../components/confirm-address.tsx";
import { PageHeading, SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useAgent, useAgents } from "../../queries/agents.ts";
import { useCurrentUser } from "../../queries/current-user.ts";
import { AccountPanel } from "./account-panel.tsx";
import { PopularAgents } from "./popular-agents.tsx";
import { Resources } from "./resources.tsx";
import { UsageActivity } from "./usage-activity.tsx";

/** Shows code examples that call an agent of this server, with the agent's own example as input. */
export function CodePanel() {
  const agents = useAgents({ sort: "most_run", limit: 4 });
  const first = agents.data?.pages[0]?.agents[0];
  return (
    <section className="min-w-0">
      <SectionHeading title="Use an agent from code" />
      {first ? (
        <LiveExample id={first.id} />
      ) : agents.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : (
        <p className="text-14 text-ink-2">Examples appear here once this server has an agent to call.</p>
      )}
    </section>
  );
}

function LiveExample({ id }: { readonly id: number }) {
  const agent = useAgent(id);
  return <CodeExamples agentId={id} input={agent.data?.examples[0] ?? { message: "Hello" }} />;
}

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
