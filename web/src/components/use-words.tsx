import { scopeOf, verbsOf } from "@stoa/contract/connector-labels";
import type { ConnectorUse } from "@stoa/contract/connectors";

/** Describes what an agent uses a service for: actions in words, with methods and paths. */
export function UseWords({ use }: { readonly use: Pick<ConnectorUse, "methods" | "paths"> }) {
  const scope = scopeOf(use);
  return (
    <>
      {verbsOf(use.methods)}
      {scope !== null && (
        <>
          {": "}
          <span className="mono break-all text-12">{scope}</span>
        </>
      )}
    </>
  );
}
