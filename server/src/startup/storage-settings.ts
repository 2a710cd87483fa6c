import { join } from "node:path";

interface StorageValues {
  s3Endpoint: string | undefined;
  s3Bucket: string | undefined;
  s3Region: string;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
}

/**
 * Returns where the contents of files are stored.
 * @throws Error with one line for the operator if settings are missing.
 */
export function readStorage(values: StorageValues, home: string) {
  return Object.freeze({ folder: join(home, "files"), s3: readS3(values) });
}

function readS3({
  s3Endpoint: endpoint,
  s3Bucket: bucket,
  s3Region: region,
  s3AccessKeyId: accessKeyId,
  s3SecretAccessKey: secretAccessKey,
}: StorageValues) {
  if (bucket === undefined) {
    if (endpoint ?? accessKeyId ?? secretAccessKey)
      throw new Error("STOA_S3_BUCKET: required if another setting of S3 is set");
    return undefined;
  }
  if (accessKeyId === undefined) throw new Error("STOA_S3_ACCESS_KEY_ID: required if STOA_S3_BUCKET is set");
  if (secretAccessKey === undefined)
    throw new Error("STOA_S3_SECRET_ACCESS_KEY: required if STOA_S3_BUCKET is set");
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}
