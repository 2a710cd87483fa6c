import { formatMethods, formatScope } from "@stoa/contract/connector-labels";
import type { ConnectorUse } from "@stoa/contract/connectors";

/** Describes an agent's use of a service: actions in words, with methods and paths. */
export function UseDescription({ use }: { readonly use: Pick<ConnectorUse, "methods" | "paths"> }) {
  const scope = formatScope(use);
  return (
    <>
      {formatMethods(use.methods)}
      {scope !== null && (
        <>
          {": "}
          <span className="mono break-all text-12">{scope}</span>
        </>
      )}
    </>
  );
}
