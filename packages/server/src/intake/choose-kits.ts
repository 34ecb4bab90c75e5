/** Which kits evaluate a conversation: rules by metadata, content, an expression, and a sample that depends only on the conversation's key. */
import { createHash } from 'node:crypto';
import type { IntakeRule } from '@brickwork/contract';
import { matchesName } from '@brickwork/engine/conversation/sides/agent-patterns';

export interface RuleVerdict {
  kit: string;
  isChosen: boolean;
  reason: string;
}

/** Why a delivery was skipped that arrived before any kit was chosen. */
export const NO_KITS = 'No kit reads it yet. Choose kits, then replay it.';

export interface MappedConversation {
  metadata: Readonly<Record<string, string>>;
  /** Everything in the input that is text, in lower case. */
  text: string;
  /** The value that decides about the sample. */
  sampleKey: string;
}

/** `holds`: whether the rule's expression is true; not called if the rule has none, or another condition is not met. */
export async function judgeRule(
  rule: IntakeRule,
  { metadata, text, sampleKey }: MappedConversation,
  holds: (expression: string) => Promise<boolean>,
): Promise<RuleVerdict> {
  const no = (reason: string): RuleVerdict => ({ kit: rule.kit, isChosen: false, reason });
  for (const [key, wanted] of Object.entries(rule.metadata ?? {})) {
    const patterns = typeof wanted === 'string' ? [wanted] : wanted;
    const value = metadata[key];
    if (value === undefined) return no(`There is no metadata.${key}.`);
    if (!patterns.some((pattern) => matchesName(pattern, value)))
      return no(`metadata.${key} does not match ${patterns.join(', ')}.`);
  }
  if (rule.contains?.every((phrase) => !text.includes(phrase.toLowerCase())))
    return no(`The text contains none of: ${rule.contains.join(', ')}.`);
  if (rule.when !== undefined && !(await holds(rule.when))) return no('The rule’s `when` is not true.');
  if (rule.sample_percent === undefined) return { kit: rule.kit, isChosen: true, reason: 'All conditions are met.' };
  return isSampled(sampleKey, rule.sample_percent)
    ? {
        kit: rule.kit,
        isChosen: true,
        reason: `All conditions are met; it is in the sample of ${rule.sample_percent} %.`,
      }
    : no(`Not in the sample of ${rule.sample_percent} %.`);
}

/** The share below which a key's hash must be. A smaller sample is part of a larger one. */
export function isSampled(key: string, percent: number): boolean {
  const hash = createHash('sha256').update(key).digest().readUIntBE(0, 6);
  return hash / 2 ** 48 < percent / 100;
}
