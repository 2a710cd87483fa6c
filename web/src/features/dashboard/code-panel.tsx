import { CodeExamples } from "../../components/code-examples.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useAgent, useAgents } from "../../queries/agents.ts";

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
