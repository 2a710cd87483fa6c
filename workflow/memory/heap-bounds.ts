/**
 * The maximum JavaScript heap of a run, which is three times the bytes of items that the run may hold, because items
 * are objects and not text. Items' files are outside the heap and are counted separately.
 */
export const RUN_HEAP_MB = 320;

/**
 * The heap size at which V8 ends the process. A run reaches its own limit first, even if it parses text of the maximum
 * size, because parsed JSON can take 25 times the size of its text. The error of the run's own limit names the node and
 * the field, which V8 cannot do.
 */
export const MAX_HEAP_MB = 1_024;

/**
 * The memory that the kernel allows a worker: its heap, and half as much for files, responses in transit, the engine of
 * Code nodes (160 MB), stacks and the program itself (110 MB).
 */
export const MAX_DATA_MB = MAX_HEAP_MB * 1.5;

/**
 * The maximum size of text that is parsed at once. Even with its parsed value, the heap stays below the size at which
 * V8 ends the process.
 */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;
