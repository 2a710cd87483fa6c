import { findConnectorPathProblem } from "@stoa/contract/connector-uses";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { runNode } from "../../../testing/run-node.ts";
import { createNode } from "../../../testing/scripted-node.ts";
import { createScriptedService, type ServiceReply } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";

/** A call that a service refuses, with the part of the error that comes from the service. */
export interface RefusedCase {
  version: number;
  parameters: JsonObject;
  reply: ServiceReply;
  reason: string;
}

/** An operation that n8n's node has, or once had, and ours does not. */
export interface UnsupportedCase {
  version: number;
  parameters: JsonObject;
  reason: string;
}

/** Tests a described service: its calls and items, an error, and an operation that it does not have. */
export function testDescribedService(
  name: string,
  type: NodeType,
  service: string,
  tests: { cases: readonly ServiceCase[]; refused: RefusedCase; unsupported: UnsupportedCase },
): void {
  describe(`The node of ${name}`, () => {
    it.each([...tests.cases])("$name", (one) => expectCase(type, service, one));

    it("returns the service's own reason for an error", async () => {
      const { version, parameters, reply, reason } = tests.refused;
      const { gateway } = createScriptedService([reply]);
      const { error } = await runNode({ type, version, parameters, services: { gateway } });
      expect(error?.message).toContain(reason);
    });

    it("names an operation that is not supported", async () => {
      const { version, parameters, reason } = tests.unsupported;
      const { gateway, requests } = createScriptedService([]);
      const { error } = await runNode({ type, version, parameters, services: { gateway } });
      expect(error?.message).toContain(reason);
      expect(requests).toEqual([]);
    });

    it("declares paths that agents may declare", () => {
      const declared = type.versions.flatMap((version) => {
        const node = createNode({
          name: "Node",
          type: type.types[0],
          version,
          parameters: { operation: "={{ $json.any }}" },
        });
        return type.needs?.(node, {} as never).connectors ?? [];
      });
      const paths = declared.flatMap((each) => each.paths ?? []);
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => findConnectorPathProblem(path) !== undefined)).toEqual([]);
      expect(new Set(declared.map((each) => each.service))).toEqual(new Set([service]));
    });
  });
}
