export { decodeFrame, encodeFrame } from "./framed-message.ts";
export { createGatewayHttp, MAX_HTTP_ANSWER_BYTES } from "./gateway-http.ts";
export type { GatewayClient, HttpClient, HttpRequest, HttpResponse, HttpStream } from "./http-client.ts";
export { getRefusalMessage, readBody } from "./read-body.ts";
