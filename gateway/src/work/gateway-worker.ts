import { parseMessages } from "../anthropic/messages-request.ts";
import { type ComposeInput, compose } from "../basic/compose.ts";
import { buildEmbeddingsBody, type EmbedInput } from "../basic/embeddings-body.ts";
import { parseChatRequest } from "../chat-request.ts";
import { parseEmbeddingsRequest } from "../embeddings-request.ts";
import { parseResponses } from "../responses/responses-request.ts";
import { settle } from "./settle.ts";
import { countSlice } from "./slice-tokens.ts";

/** The program of the gateway's threads: one function per task. Inputs and results are copied between threads. */
export const countSlices = (slices: readonly string[]) => slices.map(countSlice);
export const readChat = (body: string) => settle(() => parseChatRequest(body));
export const readEmbeddings = (body: string) => settle(() => parseEmbeddingsRequest(body));
export const readMessages = (body: string) => settle(() => parseMessages(body));
export const readResponses = (body: string) => settle(() => parseResponses(body));
export const composeBasic = (input: ComposeInput) => settle(() => compose(input));
export const embedBasic = (input: EmbedInput) => settle(() => buildEmbeddingsBody(input));
