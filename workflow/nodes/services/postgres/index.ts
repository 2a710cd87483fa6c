import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { serviceApiRequest } from "../service-call.ts";
import { createServiceNode, type ServiceOperation, type ServiceOperations } from "../service-node.ts";
import {
  type BuildQuery,
  deleteTable,
  executeQuery,
  insertRow,
  type Query,
  selectRows,
  updateRow,
  upsertRow,
} from "./build-query.ts";

/** The connector's maximum number of queries per call. */
const QUERIES_PER_CALL = 1_000;

/** Runs queries on the database, and returns the rows of each. */
async function runQueries(
  context: NodeContext,
  itemIndex: number,
  queries: readonly Query[],
  transaction: boolean,
): Promise<JsonObject[][]> {
  const body: JsonObject = {
    queries: queries.map(({ text, values }) => ({ text, ...(values.length > 0 && { values }) })),
    ...(transaction && { transaction }),
  };
  const answer: JsonValue = await serviceApiRequest(context, itemIndex, {
    service: "postgres",
    method: "POST",
    path: "/query",
    body,
  });
  const results = isObject(answer) && Array.isArray(answer.results) ? answer.results : [];
  return queries.map((_, index) => {
    const result = results[index];
    const rows = isObject(result) ? result.rows : undefined;
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  });
}

/** Creates an operation with one query per item. A change without rows in its result returns one item. */
function createOperation(build: BuildQuery, isChange: boolean): ServiceOperation {
  const toItems = (rows: readonly JsonObject[], item: number): Item[] =>
    (rows.length === 0 && isChange ? [{ success: true }] : rows).map((json) => ({
      json,
      pairedItem: { item },
    }));

  return {
    methods: ["POST"],
    paths: ["/query"],
    all: async (context) => {
      const batching = context.text("options.queryBatching", 0, "single");
      if (batching === "independently")
        return context.each(async (_, index) => {
          const [rows = []] = await runQueries(context, index, [build(context, index)], false);
          return toItems(rows, index);
        });
      const queries = context.items.map((_, index) => build(context, index));
      if (batching === "transaction" && queries.length > QUERIES_PER_CALL)
        throw context.failure(
          `A transaction can have at most ${QUERIES_PER_CALL} queries, but there are ${queries.length} items. Split them`,
        );
      const output: Item[] = [];
      for (let from = 0; from < queries.length; from += QUERIES_PER_CALL) {
        const batch = queries.slice(from, from + QUERIES_PER_CALL);
        const results = await runQueries(context, from, batch, batching === "transaction");
        output.push(...results.flatMap((rows, index) => toItems(rows, from + index)));
      }
      return output;
    },
  };
}

const OPERATIONS: ServiceOperations = {
  "database.executeQuery": createOperation(executeQuery, true),
  "database.select": createOperation(selectRows, false),
  "database.insert": createOperation(insertRow, true),
  "database.update": createOperation(updateRow, true),
  "database.upsert": createOperation(upsertRow, true),
  "database.deleteTable": createOperation(deleteTable, true),
};

/** PostgreSQL databases. The connector signs in and runs the queries outside the workflow's process. */
export const POSTGRES_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.postgres"],
    versions: [2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6],
    service: "postgres",
    operations: () => OPERATIONS,
    standard: () => ({ resource: "database", operations: { database: "insert" } }),
  }),
];
