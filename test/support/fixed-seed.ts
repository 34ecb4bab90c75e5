/**
 * Property tests draw the same values in every run, so that a change decides whether they pass, and not the dice.
 * `TEST_SEED=<a number>` draws others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 4_711) });
