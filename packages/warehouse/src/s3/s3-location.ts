/** Where in object storage a data set is: `s3://bucket/prefix`. */
import { ExportError } from '../export-error.ts';

export interface S3Location {
  bucket: string;
  /** Ends with a slash, unless it is empty. */
  prefix: string;
}

export function parseS3Location(text: string): S3Location {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  // No dots that a gateway to a file system could follow, and nothing that needs escaping.
  const isPlain = path.split('/').every((part) => /^[\w!'()*. =-]*$/.test(part) && !/^\.{1,2}$/.test(part));
  if (bucket === undefined || !isPlain || path.length > 512)
    throw new ExportError(
      `“${text}” is not a place in object storage: use s3://bucket/prefix, with letters, digits, - _ . and /.`,
    );
  const prefix = path.replace(/\/+$/, '').replace(/^\/+/, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}
