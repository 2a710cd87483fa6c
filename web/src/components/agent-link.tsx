import { Link } from "@tanstack/react-router";

interface AgentLinkProps {
  readonly id: number;
  /** The agent's name; `null` if the agent can no longer be run. */
  readonly name: string | null;
}

/** Links another agent's name to its page. */
export function AgentLink({ id, name }: AgentLinkProps) {
  if (name === null) return <span className="text-ink-2">Agent no longer available</span>;
  return (
    <Link
      to="/agent/$id"
      params={{ id: String(id) }}
      className="link wrap-anywhere inline-flex max-w-full max-md:py-3"
    >
      {name}
    </Link>
  );
}
