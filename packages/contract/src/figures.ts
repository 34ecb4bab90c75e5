/**
 * Entry point `@brickwork/contract/figures`: what the answers of insights say to somebody who is not an analyst. The console and the Monday summary
 * read them by the same functions. Loads nothing of endpoints.
 */
export type { Estimate } from './endpoints/insights.ts';
export * from './figures/by-chance.ts';
export * from './figures/cost.ts';
export * from './figures/format.ts';
export * from './figures/leading-figure.ts';
export * from './figures/measure.ts';
export * from './figures/points-lost.ts';
export * from './figures/share-interval.ts';
export * from './figures/trust.ts';
