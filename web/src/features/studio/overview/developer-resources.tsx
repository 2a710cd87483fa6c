import { Link } from "@tanstack/react-router";
import { useCurrentUser } from "../../../queries/current-user.ts";

/** Where developers read on: only what leads somewhere. */
export function DeveloperResources() {
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
            Your page as buyers see it
          </Link>
        </li>
      )}
    </ul>
  );
}
