import { Link, useMatch } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface RunLinkProps {
  readonly runId: string;
  /** The label for screen readers if the visible text does not name the run. */
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links to one of the caller's runs with its receipt and trace. In the logs, the filter is kept. */
export function RunLink({ runId, label, className = "link", children }: RunLinkProps) {
  const logs = useMatch({ from: "/session/settings/$tab", shouldThrow: false });
  return (
    <Link
      to="/settings/$tab"
      params={{ tab: "logs" }}
      search={{ ...logs?.search, run: runId }}
      resetScroll={logs === undefined}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}
