// biome-ignore-all lint: generated
/** Replaced by `npm run generate`. */
// eslint-disable-next-line
export interface DB {}
