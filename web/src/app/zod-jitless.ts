/**
 * zod compiles parsers with `new Function`, and tests for it when the first schema is created. The content security
 * policy blocks and reports that test. zod adopts this global object, so setting it here turns compilation off before
 * zod loads. A call to `z.config` in a separate module would run too late if the bundler placed a schema's chunk before
 * it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
