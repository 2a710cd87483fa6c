/**
 * What a run's JavaScript may take: thrice the bytes of items that it may hold, which are objects here and not text.
 * Files of items lie outside of it and are counted by the run itself.
 */
export const RUN_HEAP_MB = 320;

/**
 * Where V8 ends the process: out of reach of a run that is within its own bound and then reads the largest text, of
 * which JSON can make some 25 times its bytes. The run's own bound names the node and the field, V8 none.
 */
export const MAX_HEAP_MB = 1_024;

/**
 * What the kernel gives a run's process in all: its heap, and half as much for what lies beside it, which are files,
 * answers on their way, the engine of Code nodes (160 MB), stacks and the program itself (110 MB).
 */
export const MAX_DATA_MB = MAX_HEAP_MB * 1.5;

/** Bytes of one text that is read at once: the largest of which both bounds can hold what is made. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;
