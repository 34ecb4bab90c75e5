/** TypeScript client of the Brickwork API. Names on the wire stay as they are; what is the client's own is camelCase. */
export {
  type AnyErrorCode,
  ApiError,
  ConnectionError,
  isApiError,
  WaitTimeoutError,
} from './api-error.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export { csvCell } from './csv-cell.ts';
export {
  createFileImport,
  type FileImport,
  type ImportOutcome,
  type ImportProgress,
  type ReadFiles,
  type StartSteps,
} from './files/import-files.ts';
export type { ImportSummary, Noted, NotedKind } from './files/import-summary.ts';
export { type FieldMap, mapPath, parseFieldMap } from './files/map-fields.ts';
export type { ImportKit, ImportSettings } from './files/prepare-run.ts';
export { isLitter, type SourceFile } from './files/source-file.ts';
export type { DeliveryPage, GivenSecrets, TestOptions } from './helpers/intakes.ts';
export type { Accepted, BatchRequest, CancelRunsRequest, CreateOptions } from './helpers/runs.ts';
export type { WarehouseOptions } from './helpers/warehouse.ts';
export { type KeyParts, keyFrom } from './key-from.ts';
export { memoryStore, type ResumeRecord, type ResumeStore } from './many/resume-store.ts';
export type { RunManyOptions, RunManyProgress, RunManyResult } from './many/run-many.ts';
export type { SourceItem } from './many/source-item.ts';
export type { List, Page, Paging } from './paginate.ts';
export type { Pause } from './pause.ts';
export type * from './requests.ts';
export type { BrickworkClient } from './resources.ts';
export { isTerminal, type Run } from './run.ts';
export { type Scorecard, type ScorecardLine, type ScorecardSection, toScorecards } from './scorecard.ts';
export { type SignalRow, toSignalRows } from './signal-rows.ts';
export type { ApiRequest, CallOptions, Retry } from './transport.ts';
export type { WaitOptions } from './wait-for-run.ts';
export {
  type VerificationFault,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts';
export type * from './webhooks/webhook-event.ts';
export type * from './wire/all.ts';
export { AUDIT_ACTIONS, DEFAULT_DIMENSIONS, PERSON_ROLES, ROLE_MEANINGS, ROLES } from './wire/vocabulary.ts';
