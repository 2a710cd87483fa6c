import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fieldNames } from "../fields/field-path.ts";
import { textOr } from "../fields/field-text.ts";
import type { FieldPair } from "./match-key.ts";

/** Fields of the same name in both inputs, from a list as people write it. */
export function namedFields(context: NodeContext, field: string): FieldPair[] {
  const names = fieldNames(context.parameter(field, 0));
  if (names.length === 0) throw noFields(context, field);
  return names.map((name) => ({ field1: name, field2: name }));
}

/** Pairs of fields, one of each input. */
export function fieldPairs(context: NodeContext, field: string): FieldPair[] {
  const pairs = context.list(field, 0).map((entry) => {
    const { field1, field2 } = entry as JsonObject;
    return { field1: textOr("", field1).trim(), field2: textOr("", field2).trim() };
  });
  if (pairs.every(({ field1, field2 }) => field1 === "" && field2 === "")) throw noFields(context, field);
  for (const [index, { field1, field2 }] of pairs.entries())
    if (field1 === "" || field2 === "")
      throw context.failure(
        `You need to define both fields in "Fields to Match" for pair ${index + 1}, field 1 = '${field1}' field 2 = '${field2}'`,
        { field: `${field}[${index}]` },
      );
  return pairs;
}

function noFields(context: NodeContext, field: string): Error {
  return context.failure('You need to define at least one pair of fields in "Fields to Match" to match on', {
    field,
  });
}
