/** The parts of a request that the operation does not determine. */
export interface ExampleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  /** The body, which is sent as JSON, or unchanged to a route that reads a stream. */
  body?: unknown;
  /** The fields of a form, with the content of its file under `file`. */
  form?: Record<string, string>;
}

/** A request to an operation and the server's answer. */
export interface Exchange {
  request: ExampleRequest;
  answer: { status: number; type: string; headers: Record<string, string>; body: unknown };
}

/** The exchanges of a group of operations, by operation name. */
export type Examples = Record<string, Exchange[]>;
