/**
 * zod compiles parsers with `new Function` where it may, and tries whether it may when the first schema is made: the
 * content security policy refuses and reports that. zod takes over this object, so the entry can say no before zod is
 * loaded; a call of `z.config` in a module of its own ran too late where the bundler put a schema's chunk before it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
