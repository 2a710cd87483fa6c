/** An S3-compatible store, and the key for it. */
export interface S3Settings {
  /** Undefined for Amazon's own service. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
