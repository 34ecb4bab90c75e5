/** The rules of a workspace: "in runs of this intake, channel 0 is the agent". */
import type { Side } from '../conversation.ts';
import { foldLabel } from '../infer-side.ts';
import { matchesName } from './agent-patterns.ts';

export interface SpeakerRule {
  kit_code?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  speakers: Readonly<Record<string, Side>>;
}

export interface RuledRun {
  kitCode: string;
  metadata: Readonly<Record<string, string>> | undefined;
}

/** The rules' sides for the speakers of a run, by label; the first rule that matches applies. */
export function sidesByRules(rules: readonly SpeakerRule[], run: RuledRun): Record<string, Side> {
  const sides = new Map<string, [string, Side]>();
  for (const rule of rules) {
    if (!applies(rule, run)) continue;
    for (const [label, side] of Object.entries(rule.speakers)) {
      if (!sides.has(foldLabel(label))) sides.set(foldLabel(label), [label, side]);
    }
  }
  return Object.fromEntries(sides.values());
}

function applies({ kit_code, metadata = {} }: SpeakerRule, run: RuledRun): boolean {
  if (kit_code !== undefined && kit_code !== run.kitCode) return false;
  return Object.entries(metadata).every(([key, wanted]) => {
    const value = run.metadata !== undefined && Object.hasOwn(run.metadata, key) ? run.metadata[key] : undefined;
    return value !== undefined && matchesName(wanted, value);
  });
}
