/** Lines of words as an index from stem to the numbers of its lines. */
import { stemmer } from 'stemmer';

export function groupsByStem(lines: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    for (const stem of new Set(line.split(' ').map((word) => stemmer(word)))) {
      groups.set(stem, [...(groups.get(stem) ?? []), index]);
    }
  }
  return groups;
}
