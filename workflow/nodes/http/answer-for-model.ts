import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { optimizedAnswer } from "../ai/tools/optimized-answer.ts";

/** What a model is given of an answer, where the node as a tool is to make it shorter. */
export async function answerForModel(
  context: NodeContext,
  index: number,
  answer: HttpResponse,
): Promise<HttpResponse> {
  if (!context.node.type.endsWith("Tool") || !context.flag("optimizeResponse", index)) return answer;
  const isJson = context.text("responseType", index, "json") === "json";
  const type = isJson ? "application/json" : "text/plain; charset=utf-8";
  return {
    ...answer,
    headers: { ...answer.headers, "content-type": type },
    body: Buffer.from(await optimizedAnswer(context, index, answer), "utf8"),
  };
}
