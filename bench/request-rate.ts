import autocannon from "autocannon";

/**
 * Measures requests per second with 16 connections over `seconds`, from this process. @throws Error if any request
 * fails or returns a status outside 2xx.
 */
export async function requestRate(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} failed responses, ${result.errors} errors`);
  return result.requests.average;
}
