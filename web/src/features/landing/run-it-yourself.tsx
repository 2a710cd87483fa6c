import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { cx } from "../../lib/class-names.ts";
import { intendRun } from "../../lib/intended-run.ts";
import { useSignedIn } from "../../lib/session.ts";

const LABEL = "Run it yourself";
const CLASS = cx(buttonClass("outline"), "w-full");

/** From the recorded run to one's own: a visitor signs up on the way, and the run begins when they come back. */
export function RunItYourself({ agentId }: { readonly agentId: number }) {
  if (useSignedIn()) {
    return (
      <Link to="/agent/$id" params={{ id: String(agentId) }} search={{ tab: "tryit" }} className={CLASS}>
        {LABEL}
      </Link>
    );
  }
  return (
    <Link
      to="/register"
      search={{ return: `/agent/${agentId}?tab=tryit` }}
      onClick={() => intendRun(agentId)}
      className={CLASS}
    >
      {LABEL}
    </Link>
  );
}
