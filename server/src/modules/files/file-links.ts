import { type Artifact, FILE_LIMITS, hasPreview } from "@stoa/contract";
import type { Signer } from "../../platform/crypto/signer.ts";

const LIFE_SECONDS = FILE_LIMITS.linkMinutes * 60;
/**
 * The end of a link is rounded up to this, so that a page that reads a file again soon gets the same link, and the
 * browser does not download the file again.
 */
const STEP_SECONDS = 5 * 60;

interface FileLinksOptions {
  signer: Signer;
  publicUrl: string;
}

/** Links to the content of a file and to its preview. */
export type FileLinkPair = Pick<Artifact, "url" | "preview_url">;

/** Creates and checks links to files that work without a credential for a short time. */
export class FileLinks {
  readonly #options: FileLinksOptions;

  constructor(options: FileLinksOptions) {
    this.#options = options;
  }

  /** Returns links that work for `FILE_LIMITS.linkMinutes`, or up to five minutes longer. */
  create(file: { id: string; type: string }, now = Date.now()): FileLinkPair {
    const { id } = file;
    const { signer, publicUrl } = this.#options;
    const expires = Math.ceil((now / 1000 + LIFE_SECONDS) / STEP_SECONDS) * STEP_SECONDS;
    const signature = signer.sign(toText(id, expires), "file_link");
    const [path, query] = [`${publicUrl}/api/v1/files/${id}`, `expires=${expires}&signature=${signature}`];
    return {
      url: `${path}/content?${query}`,
      preview_url: hasPreview(file) ? `${path}/preview?${query}` : null,
    };
  }

  /** Returns whether a link to this file was created here and still works. */
  isValid(id: string, expires: number, signature: string, now = Date.now()): boolean {
    return now / 1000 < expires && this.#options.signer.verify(toText(id, expires), signature, "file_link");
  }
}

const toText = (id: string, expires: number) => `${id} ${expires}`;
