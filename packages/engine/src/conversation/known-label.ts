import { foldLabel, inferSide, isNeitherSide } from './infer-side.ts';

/** `SPEAKER_00`, `Speaker A`, `Channel 1`: programs' labels for unknown people. */
const GENERIC = /^(?:speaker|person|spk|channel|participant|party)[ _-]?\w{1,3}$/;

/** A word for a side, for neither, or a program's speaker number. */
export function isKnown(label: string): boolean {
  return inferSide(label)?.certain === true || isNeitherSide(label) || GENERIC.test(foldLabel(label));
}
