import { MAX_HEAP_MB } from "../memory/heap-bounds.ts";

/** The stack that V8 may use, in kB: half of the system's limit, because native code also uses the stack. */
const V8_STACK_KB = 4_000;

/** The flags of Node.js in each worker process. */
export const NODE_FLAGS = [
  `--max-old-space-size=${MAX_HEAP_MB}`,
  `--stack-size=${V8_STACK_KB}`,
  "--expose-gc",
];
