/** Entry point `@brickwork/server/offline`: kit files, golden sets and evaluation without a service or a database. */
export type { BrickComparison } from '@brickwork/engine/golden/compare-answers';
export type { GoldenReport } from '@brickwork/engine/golden/evaluate-golden';
export { checkKit } from '@brickwork/engine/kits/check-kit';
export { diffKits, type KitDiff } from '@brickwork/engine/kits/diff-kits';
export { inlineBricks } from '@brickwork/engine/kits/inline-bricks';
export { inlineKnowledge } from '@brickwork/engine/kits/inline-knowledge';
export type { KitFault } from '@brickwork/engine/kits/kit-fault';
export { kitTypes } from '@brickwork/engine/kits/kit-types';
export type { Kit } from '@brickwork/engine/kits/normalise-kit';
export { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
export { requireKit } from '../../kits/push-kit.ts';
export { calibrateKit, compareEvaluations, withoutCalibration } from './calibrate-kit.ts';
export { type Evaluator, engineFor, type OfflineEngine, openEvaluator } from './golden-evaluator.ts';
export { learnFromGolden } from './learn-from-golden.ts';
