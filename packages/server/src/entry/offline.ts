/** Entry point `@brickwork/server/offline`: kit files, golden sets and evaluation without a service or a database. */
export type { BrickComparison } from '../evaluation/golden/compare-answers.ts';
export type { GoldenReport } from '../evaluation/golden/evaluate-golden.ts';
export { checkKit } from '../kits/check-kit.ts';
export { diffKits, type KitDiff } from '../kits/diff-kits.ts';
export { inlineBricks } from '../kits/inline-bricks.ts';
export { inlineKnowledge } from '../kits/inline-knowledge.ts';
export type { KitFault } from '../kits/kit-fault.ts';
export { kitTypes } from '../kits/kit-types.ts';
export type { Kit } from '../kits/normalise-kit.ts';
export { parseKitFile } from '../kits/parse-kit-file.ts';
export { requireKit } from '../kits/push-kit.ts';
export { calibrateKit, compareEvaluations, withoutCalibration } from './calibrate-kit.ts';
export { type Evaluator, engineFor, type OfflineEngine, openEvaluator } from './golden-evaluator.ts';
export { learnFromGolden } from './learn-from-golden.ts';
