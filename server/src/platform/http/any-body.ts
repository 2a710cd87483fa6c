import type { FastifyInstance } from "fastify";

/** Lets the routes of `app` accept bodies of every content type, as bytes, up to the usual size limit. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
