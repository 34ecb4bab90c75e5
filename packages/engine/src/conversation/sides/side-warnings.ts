/** The doubts about the sides as sentences for the user, each with its solution. */
import type { Conversation, Side } from '../conversation.ts';
import { findSideDoubts, type SideDoubts } from './side-doubts.ts';

const MAX_NAMES = 8;
const MAX_LABEL = 80;

export function warnOfSides(conversation: Conversation): string[] {
  const doubts = findSideDoubts(conversation);
  return [
    ...contradictionWarnings(doubts),
    ...doubtfulWarnings(doubts),
    ...onlySideWarnings(doubts, conversation),
    ...(doubts.alone === undefined
      ? []
      : [
          `Only one speaker was found, ${quote(doubts.alone)}, in a conversation of more than 60 words. If others speak too, their words count as ${quote(doubts.alone)}’s: ` +
            'begin each turn with "Name: ", or send turns such as [{"speaker": "agent", "text": "…"}].',
        ]),
    ...(doubts.withoutSide.length === 0
      ? []
      : [
          `It is not known which side ${listOf(doubts.withoutSide.map(quote))} ${doubts.withoutSide.length === 1 ? 'is' : 'are'} on, so what they say counts for neither. ` +
            howToSettle(doubts.withoutSide[0] ?? '', 'customer'),
        ]),
    ...(doubts.longTurn === undefined ? [] : [longTurnWarning(doubts.longTurn)]),
  ];
}

/** Names as they appear in a warning: at most eight, each cut after 80 characters. */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  return names.length > MAX_NAMES ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more` : shown.join(', ');
}

export function quote(label: string): string {
  return JSON.stringify(label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label);
}

/** With the label filled in, ready to send. */
export function howToSettle(label: string, side: Side): string {
  return `Settle it with ${setting(label, side)}`;
}

function setting(label: string, side: Side): string {
  return `"speakers": {${JSON.stringify(label)}: "${side}"} in the input or in the kit, or for all runs of the workspace with a rule: POST /v1/speakers.`;
}

function contradictionWarnings({ contradicted }: SideDoubts): string[] {
  return contradicted.slice(0, MAX_NAMES).map(({ label, side, probability, conflict }) => {
    const taken =
      side === undefined
        ? 'so the side is left unknown'
        : `so ${quote(label)} is taken for the ${side}, with a probability of ${probability}`;
    return (
      `The ${label.includes('@') ? 'address' : 'label'} ${quote(label)} says ${conflict.label}, but the words say ${conflict.words} (${conflict.probability}), ${taken}. ` +
      howToSettle(label, conflict.words)
    );
  });
}

function doubtfulWarnings({ doubtful }: SideDoubts): string[] {
  const [first] = doubtful;
  if (first?.side === undefined) return [];
  const taken = doubtful.map(({ label, side, probability }) => `${quote(label)} for the ${side} (${probability})`);
  // Whoever labelled the speakers has said who they are: all that can be wrong is that the labels are swapped.
  if (doubtful.every(({ basis }) => basis === 'label')) {
    const swapped = setting(first.label, first.side === 'agent' ? 'customer' : 'agent');
    return [
      `What is said does not confirm the labels: ${listOf(taken)}. If they are right, nothing needs to be done; if they are swapped, send ${swapped}`,
    ];
  }
  return [`The sides are likely, not certain: ${listOf(taken)}. ${howToSettle(first.label, first.side)}`];
}

function onlySideWarnings({ onlySide }: SideDoubts, { speakers = [] }: Conversation): string[] {
  if (onlySide === undefined) return [];
  const labels = speakers.filter(({ side }) => side === onlySide).map(({ label }) => label);
  const other = onlySide === 'agent' ? 'customer' : 'agent';
  return [
    `All speakers (${listOf(labels.map(quote))}) are on the side ${onlySide}, so nothing counts as said by the ${other}. ${howToSettle(labels.at(-1) ?? '', other)}`,
  ];
}

function longTurnWarning({ speaker, index, words, median }: NonNullable<SideDoubts['longTurn']>): string {
  const whose = speaker === undefined ? '' : ` by ${quote(speaker)}`;
  return (
    `Turn ${index}${whose} has ${words} words, more than ten times as many as usual (${median}): somebody else’s words may be in it. ` +
    'Check that each turn of the conversation begins with its speaker.'
  );
}
