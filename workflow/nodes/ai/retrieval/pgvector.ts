import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { createCaller, getList, getNumber, getRecord, openWith } from "./vector-service.ts";
import { createVectorStoreNodes } from "./vector-store-node.ts";

/** The operators of pgvector: https://github.com/pgvector/pgvector#querying */
const DISTANCES: Readonly<Record<string, string>> = { cosine: "<=>", innerProduct: "<#>", euclidean: "<->" };

const quoteName = (name: string): string => `"${name.replace(/"/g, '""')}"`;

/** Returns the quoted names of the table, which may have a schema, and of its columns. */
function readNames(context: NodeContext, itemIndex: number) {
  const column = (parameter: string, standard: string) =>
    quoteName(context.text(`options.columnNames.values.${parameter}`, itemIndex) || standard);
  const table = context.text("tableName", itemIndex) || "n8n_vectors";
  return {
    table: table.split(".").map(quoteName).join("."),
    id: column("idColumnName", "id"),
    vector: column("vectorColumnName", "embedding"),
    content: column("contentColumnName", "text"),
    metadata: column("metadataColumnName", "metadata"),
  };
}

/** A table of a PostgreSQL database with the extension `vector`. The score of a document is its distance. */
export const PGVECTOR = createVectorStoreNodes({
  name: "vectorStorePGVector",
  needs: () => ({ connectors: [{ service: "postgres", methods: ["POST"], paths: ["/query"] }] }),
  unsupported: ({ parameters: { options } }) => {
    const collection =
      isObject(options) && isObject(options.collection) ? options.collection.values : undefined;
    return isObject(collection) && collection.useCollection === true
      ? "collections are not supported. Turn off 'Use Collection'"
      : undefined;
  },
  open: openWith((context, itemIndex) => {
    const call = createCaller(context, itemIndex, "postgres");
    const { table, id, vector: vectorName, content, metadata: metadataName } = readNames(context, itemIndex);
    const run = (queries: JsonObject[], transaction = false) =>
      call("POST", "/query", { queries, ...(transaction && { transaction }) });
    return {
      async prepare() {
        await run([
          { text: "CREATE EXTENSION IF NOT EXISTS vector" },
          {
            text: `CREATE TABLE IF NOT EXISTS ${table} (${id} uuid PRIMARY KEY DEFAULT gen_random_uuid(), ${content} text, ${metadataName} jsonb, ${vectorName} vector)`,
          },
        ]);
      },
      async add(documents) {
        const text = `INSERT INTO ${table} (${content}, ${metadataName}, ${vectorName}) VALUES ($1, $2, $3::vector)`;
        await run(
          documents.map((document) => ({
            text,
            values: [document.text, document.metadata, JSON.stringify(document.vector)],
          })),
          true,
        );
      },
      async search(vector, count, filter) {
        const operator = DISTANCES[context.text("options.distanceStrategy", itemIndex, "cosine")] ?? "<=>";
        const values: JsonValue[] = [JSON.stringify(vector), Math.max(0, Math.floor(count))];
        const conditions = Object.entries(filter).map(([name, value]) => {
          values.push(name, toText(value));
          return `${metadataName} ->> $${values.length - 1} = $${values.length}`;
        });
        const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
        const text = `SELECT ${content} AS text, ${metadataName} AS metadata, ${vectorName} ${operator} $1::vector AS distance FROM ${table}${where} ORDER BY distance LIMIT $2`;
        const answer = await run([{ text, values }]);
        const [result] = getList(answer, "results");
        return getList(result ?? {}, "rows").map((row) => ({
          text: toText(row.text),
          metadata: getRecord(row.metadata),
          score: getNumber(row.distance),
        }));
      },
    };
  }),
});
