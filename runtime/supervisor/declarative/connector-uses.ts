import type { ConnectorUse } from "@stoa/contract/connectors";
import type { ConnectorTool } from "@stoa/contract/declarative-agent";

/** What a file's tools use of each service: a path's arguments stand for any one part of it. */
export function connectorUses(tools: readonly ConnectorTool[]): ConnectorUse[] {
  const services = [...new Set(tools.map(({ service }) => service))];
  return services.map((service) => {
    const own = tools.filter((tool) => tool.service === service);
    return {
      service,
      methods: [...new Set(own.map(({ method }) => method))],
      paths: [...new Set(own.map(({ path }) => path.replace(/\{\w+\}/g, "*")))],
    };
  });
}
