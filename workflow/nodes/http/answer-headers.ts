import type { JsonObject } from "../../model/item.ts";
import type { HttpResponse } from "../../model/services.ts";

/** An answer's headers as items show them: cookies as a list, however many there are. */
export function answerHeaders({ headers }: HttpResponse): JsonObject {
  const cookies = headers["set-cookie"];
  return cookies === undefined ? { ...headers } : { ...headers, "set-cookie": cookies.split("\n") };
}
