/** What went wrong with object storage, in words for whoever set it up. Never what the server wrote. */
import { ExportError } from '../export-error.ts';

const BY_NAME: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no such bucket.',
  AccessDenied:
    'Access to the bucket was denied. The credentials need s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload below the prefix.',
  InvalidAccessKeyId: 'The access key is not known there.',
  SignatureDoesNotMatch: 'The secret access key does not belong to the access key.',
  ExpiredToken: 'The credentials have expired.',
  PermanentRedirect: 'The bucket is in another region. Say which.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Say which.',
  CredentialsProviderError:
    'No credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use a profile.',
  SlowDown: 'The object storage asks to slow down. Try again later.',
  TimeoutError: 'The object storage did not answer in time.',
  AbortError: 'The object storage did not answer in time.',
  NoSuchUpload: 'An upload was aborted by somebody else. Try again.',
};

const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The address of the object storage cannot be found.',
  host_not_found: 'The address of the object storage cannot be found.',
  address_not_public: 'The address of the object storage is not a public one.',
  ECONNREFUSED: 'The object storage refuses connections.',
  ECONNRESET: 'The connection to the object storage broke off. Try again.',
};

export function toExportError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ExportError) return error;
  const { code } = error as { code?: unknown };
  const { httpStatusCode: status } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if (error.message === 'Region is missing')
    return new ExportError('The region is missing. Set AWS_REGION, or say it.', { cause: error });
  const known =
    BY_NAME[error.name] ??
    (typeof code === 'string' ? BY_CODE[code] : undefined) ??
    (status === 403 ? BY_NAME.AccessDenied : undefined);
  const text = known ?? (status === undefined ? undefined : `The object storage answered with status ${status}.`);
  return text === undefined ? error : new ExportError(text, { cause: error });
}
