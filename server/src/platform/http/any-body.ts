import type { FastifyInstance } from "fastify";

/** Routes of `app` take bodies of every content type, as bytes within the bound of all bodies. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
