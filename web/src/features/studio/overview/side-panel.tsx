import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiKeyField } from "../../../components/api-key-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import { useCurrentUser } from "../../../queries/current-user.ts";
import { RecentDeployments } from "./recent-deployments.tsx";
import { TodaysOverview } from "./todays-overview.tsx";

function DeveloperResources() {
  const username = useCurrentUser().data?.username;
  return (
    <ul className="divide-y divide-line text-14 [&_a:hover]:underline [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:px-4">
      <li>
        <Link to="/guides/upload-an-agent">Guide: upload an agent</Link>
      </li>
      <li>
        <Link to="/guides/tokens-prices-plans">Guide: tokens, prices, plans</Link>
      </li>
      <li>
        <Link to="/docs">API reference</Link>
      </li>
      <li>
        <Link to="/settings/$tab" params={{ tab: "api" }}>
          SDKs, endpoints and examples
        </Link>
      </li>
      <li>
        <Link to="/settings/$tab" params={{ tab: "plans" }}>
          Plans and revenue share
        </Link>
      </li>
      {username !== undefined && (
        <li>
          <Link to="/developers/$username" params={{ username }}>
            Your public profile
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Shows today's figures (UTC), the API key and the last deployments. All figures are measured. */
export function SidePanel({ agents }: { readonly agents: readonly Agent[] | undefined }) {
  return (
    <aside aria-label="Overview" className="grid content-start gap-8">
      <Block title="Today's Overview">
        <TodaysOverview agents={agents} />
      </Block>
      <Block title="API Access">
        <ApiAccess />
      </Block>
      <Block title="Recent Deployments">
        <RecentDeployments agents={agents} />
      </Block>
      <Block title="Developer Resources">
        <DeveloperResources />
      </Block>
    </aside>
  );
}

function ApiAccess() {
  const user = useCurrentUser();
  return (
    <div className="grid gap-2 p-4">
      {user.data?.api_key === undefined ? (
        <Skeleton className="h-9 w-full" />
      ) : (
        <ApiKeyField
          apiKey={user.data.api_key}
          onCopied={() => notify.success(TEXTS.account.keyCopied)}
          onFailed={() => notify.error(TEXTS.account.keyCopyFailed)}
        />
      )}
      <p className="text-14 text-ink-2">Use this key to run and upload agents from code or CI.</p>
    </div>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-18">{title}</h2>
      <div className="border border-line bg-surface">{children}</div>
    </section>
  );
}
