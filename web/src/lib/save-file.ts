import { fetchApi } from "./fetch-api.ts";

/**
 * Fetches a file from the API with the session.
 * @throws HttpError for a non-OK response, NetworkError if there is none.
 */
export async function fetchFile(path: string, name: string, signal?: AbortSignal): Promise<File> {
  const response = await fetchApi(path, { signal: signal ?? null });
  return new File([await response.blob()], name);
}

/** Passes a file to the browser, which saves it. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
