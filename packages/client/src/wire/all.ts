/** Generated from the contract by `npm run generate`: change the schema there. */
export type * from './alert.ts';
export type * from './api-key.ts';
export type * from './backfill.ts';
export type * from './brick-output.ts';
export type * from './canary.ts';
export type * from './error-codes.ts';
export type * from './golden-set.ts';
export type * from './insights.ts';
export type * from './intake.ts';
export type * from './kit.ts';
export type * from './review.ts';
export type * from './review-queue.ts';
export type * from './run.ts';
export type * from './speakers.ts';
export type * from './view.ts';
export type * from './vocabulary.ts';
export type * from './webhook.ts';
