import { parseMessages } from "../anthropic/messages-request.ts";
import { type ComposeInput, compose } from "../basic/compose.ts";
import { type EmbedInput, embeddingsBody } from "../basic/embeddings-body.ts";
import { parseChatRequest } from "../chat-request.ts";
import { parseEmbeddingsRequest } from "../embeddings-request.ts";
import { parseResponses } from "../responses/responses-request.ts";
import { settled } from "./settled.ts";
import { countSlice } from "./slice-tokens.ts";

/** The gateway's thread program: one function per task. Inputs and results are copied between threads. */
export const countSlices = (slices: readonly string[]) => slices.map(countSlice);
export const readChat = (body: string) => settled(() => parseChatRequest(body));
export const readEmbeddings = (body: string) => settled(() => parseEmbeddingsRequest(body));
export const readMessages = (body: string) => settled(() => parseMessages(body));
export const readResponses = (body: string) => settled(() => parseResponses(body));
export const composeBasic = (input: ComposeInput) => settled(() => compose(input));
export const embedBasic = (input: EmbedInput) => settled(() => embeddingsBody(input));
