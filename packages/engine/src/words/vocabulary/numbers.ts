/** Number words in counting order (assets/vocabulary/numbers.txt). */
import { vocabularyWords } from '../../core/read-vocabulary.ts';

/** zero to nine */
export const UNITS: readonly string[] = vocabularyWords('numbers', 'units');
/** ten to nineteen */
export const TEENS: readonly string[] = vocabularyWords('numbers', 'teens');
/** twenty, thirty … ninety */
export const TENS: readonly string[] = vocabularyWords('numbers', 'tens');
/** hundred, thousand, million, billion */
export const SCALES: readonly string[] = vocabularyWords('numbers', 'scales');
/** first to twentieth, then thirtieth */
export const ORDINALS: readonly string[] = vocabularyWords('numbers', 'ordinals');

/** hundred, thousand, million: the scales that people use in service conversations. */
export const USUAL_SCALES: readonly string[] = SCALES.slice(0, 3);
/** one to twelve */
export const HOURS: readonly string[] = [...UNITS.slice(1), ...TEENS.slice(0, 3)];
