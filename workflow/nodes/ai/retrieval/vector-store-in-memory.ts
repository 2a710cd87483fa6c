import { getLocatorValue } from "../../../ai/model-names.ts";
import { StoredVectors } from "../../../ai/stored-vectors.ts";
import { createVectorStoreNodes } from "./vector-store-node.ts";

const STANDARD_KEY = "vector_store_key";

/** Stores documents and finds them by similarity. Stoa stores them between runs under the node's memory key. */
export const VECTOR_STORE_IN_MEMORY = createVectorStoreNodes({
  name: "vectorStoreInMemory",
  clearParameter: "clearStore",
  open: (context, itemIndex, embedding) => {
    const key = getLocatorValue(context.parameter("memoryKey", itemIndex)) || STANDARD_KEY;
    return new StoredVectors(context, key, embedding);
  },
});
