/** The answer of a counted line: JSON text, with these exceptions. */

/** The brick of the lines that count runs by their status. */
export const RUNS = '';
/** Any text: texts are counted, not compared. */
export const ANY_TEXT = '"*"';
/** Runs that gave an array. Its items have separate lines, with this prefix: `[]"refund"`. */
export const ANY_LIST = '[]';
export const NO_VALUE = 'null';
/** For numbers: all of them together. */
export const ALL_NUMBERS = '#';
