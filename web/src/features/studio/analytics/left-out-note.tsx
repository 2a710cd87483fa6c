import type { AnalyticsLeftOut } from "@stoa/contract/analytics";
import { Link } from "@tanstack/react-router";

/** What the plan does not show, in the server's words, and the way to the plans (reading 5). */
export function LeftOutNote({ leftOut }: { readonly leftOut: AnalyticsLeftOut }) {
  return (
    <p className="border-control border-l-2 pl-3 text-14 text-ink-2">
      {leftOut.reason}{" "}
      <Link to="/settings/$tab" params={{ tab: "plans" }} className="link">
        Compare the plans
      </Link>
    </p>
  );
}
