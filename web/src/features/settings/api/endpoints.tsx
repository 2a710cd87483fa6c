import { sdkRoutes } from "@stoa/contract/sdk";

/** Lists the contract's endpoints for API clients. */
export default function Endpoints() {
  return (
    <ul className="divide-y divide-line border border-line bg-surface text-14">
      {Object.values(sdkRoutes).map((route) => (
        <li
          key={`${route.method} ${route.path}`}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5"
        >
          <code className="mono break-all text-12">
            <span className="inline-block w-11 font-semibold">{route.method}</span>
            /api/v1{route.path.replace(/:(\w+)/g, "{$1}")}
          </code>
          <span className="text-ink-2">{route.summary}</span>
        </li>
      ))}
    </ul>
  );
}
