import type { AnalyticsLeftOut } from "@stoa/contract/analytics";
import { Link } from "@tanstack/react-router";

/** Shows what the plan leaves out, in the server's text, with a link to the plans. */
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
