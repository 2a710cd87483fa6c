import * as z from "zod";

// zod compiles parsers with `new Function` where it may; a content security policy without unsafe-eval
// forbids that and would log every try. Must be set before the first schema is made.
z.config({ jitless: true });
