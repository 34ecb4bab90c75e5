/** Text bricks: extraction anchored by `asked_as`, with the normal forms of the authoring format; or sentences, verbatim. */

import type { TextBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { compilePattern } from '../../bricks/text/compile-pattern.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Candidate } from '../extract/candidate.ts';
import { type Choice, chooseCandidate, type Ranked } from '../extract/choose-candidate.ts';
import { type Anchor, anchoring, findAnchors, firstAnswerAfter } from '../extract/find-anchors.ts';
import { findDates } from '../extract/find-dates.ts';
import { findMoney } from '../extract/find-money.ts';
import { createNameJudge, findNames } from '../extract/find-names.ts';
import { findByPattern, findEmails, findIds, findQuotations, findUrls } from '../extract/find-patterns.ts';
import { findPhones } from '../extract/find-phones.ts';
import { findTimes } from '../extract/find-times.ts';
import { type Matcher, termsOf } from '../match/matcher.ts';
import { evidenceSpan, quote } from '../text/evidence.ts';
import { mentionedSide, namesSide, speakerScope } from '../text/speaker-scope.ts';
import { ABSENT_CONFIDENCE, TEXT, TEXT_CALIBRATION } from '../weights/answering.ts';
import { NAMES } from '../weights/extracting.ts';
import { calibrate, roundConfidence } from './calibrate.ts';
import { byScore, type LexicalAnswer, unscored, type ValueScore } from './lexical-answer.ts';
import { isSentenceWanted, quoteSentence, sentencesIn } from './quote-sentence.ts';
import { summarise } from './summarise.ts';

function absent(brick: TextBrick, confidence: number, reason: string): BrickOutcome {
  return {
    key: brick.key,
    value: brick.absent === undefined ? '' : brick.absent,
    confidence,
    basis: 'pattern',
    reason,
    evidence: [],
  };
}

export function notFound(brick: TextBrick, wasAsked: boolean): BrickOutcome {
  const reason = wasAsked ? 'It was asked for, but no answer in this form follows.' : 'No mention found.';
  return absent(brick, wasAsked ? ABSENT_CONFIDENCE.asked : ABSENT_CONFIDENCE.unasked, reason);
}

function findCandidates(
  matcher: Matcher,
  extract: string,
  turns: readonly Turn[],
  isAnswer: (turn: Turn) => boolean,
): Candidate[] {
  switch (extract) {
    case 'name':
      return findNames(turns, createNameJudge(matcher.table.vectors), isAnswer);
    case 'money':
      return findMoney(turns);
    case 'phone':
      return findPhones(turns);
    case 'email':
      return findEmails(turns);
    case 'date':
      return findDates(turns);
    case 'time':
      return findTimes(turns);
    case 'id':
      return findIds(turns);
    case 'url':
      return findUrls(turns);
    case 'quote':
      return findQuotations(turns);
    default: {
      const compiled = compilePattern(extract);
      return 'pattern' in compiled ? findByPattern(turns, compiled.pattern) : [];
    }
  }
}

/** Every form of the brick's kind in these turns, whether it was asked for or not. */
export function candidatesIn(matcher: Matcher, brick: TextBrick, turns: readonly Turn[]): Candidate[] {
  const { extract } = brick;
  if (extract === undefined || extract === 'summary') return [];
  if (isSentenceWanted(brick)) return sentencesIn(matcher, turns);
  return findCandidates(matcher, extract, turns, () => true).map((candidate) => wantedPart(brick, candidate));
}

function anchorsOf(matcher: Matcher, brick: TextBrick): Anchor[] {
  const { annotated, table } = matcher;
  const asked = (brick.asked_as ?? []).map((phrase) => termsOf(table, phrase)).filter((terms) => terms.length > 0);
  const anchors = findAnchors(annotated, asked, 1);
  const content = termsOf(table, brick.question ?? '').filter((term) => !term.isStop);
  return [
    ...anchors,
    ...findAnchors(
      annotated,
      content.map((term) => [term]),
      TEXT.wordOfQuestion,
    ),
  ];
}

/** "first name" and "last name" want a part of what was found. */
export function wantedPart(brick: TextBrick, candidate: Candidate): Candidate {
  if (brick.extract !== 'name') return candidate;
  const question = (brick.question ?? '').toLowerCase();
  const parts = candidate.value.split(/\s+/);
  if (parts.length < 2) return candidate;
  if (/\b(?:first|given) name\b/.test(question)) {
    const value = parts[0] ?? candidate.value;
    return { ...candidate, value, end: candidate.start + value.length };
  }
  if (/\b(?:last|family) name\b|\bsurname\b/.test(question)) {
    const value = parts.at(-1) ?? candidate.value;
    return { ...candidate, value, start: candidate.end - value.length };
  }
  return candidate;
}

/** A fuller form of the same name wins: "elizabeth" and later "elizabeth rodriguez". */
function preferFuller(candidates: readonly Candidate[]): Candidate[] {
  const longest = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const first = candidate.value.split(/\s+/)[0]?.toLowerCase() ?? '';
    const known = longest.get(first);
    if (known === undefined || candidate.value.length > known.value.length) longest.set(first, candidate);
  }
  return candidates.map((candidate) => {
    const fuller = longest.get(candidate.value.split(/\s+/)[0]?.toLowerCase() ?? '');
    return fuller === undefined || fuller.value.length <= candidate.value.length
      ? candidate
      : { ...fuller, strength: Math.max(fuller.strength, candidate.strength) };
  });
}

/** "What is the name of the person who signs?" is not answered by "my name is Owen", unless that was the reply to it. */
function isSomeoneElse(brick: TextBrick, { candidate, anchoring }: Ranked): boolean {
  const isAboutSpeaker = brick.speaker !== undefined || brick.question === undefined || namesSide(brick.question);
  return candidate.isIntroduction === true && !isAboutSpeaker && anchoring < TEXT.afterQuestion;
}

function toOutcome(matcher: Matcher, brick: TextBrick, choice: Choice, isPattern: boolean): BrickOutcome {
  const { conversation } = matcher.annotated;
  const candidate = wantedPart(brick, choice.best.candidate);
  const features = {
    strength: candidate.strength,
    anchoring: choice.best.anchoring,
    echo: choice.best.echo,
    rival: choice.rival / choice.best.score,
  };
  const confidence = isPattern
    ? Math.max(TEXT.leastOfPattern, calibrate(TEXT_CALIBRATION, features))
    : Math.min(isSomeoneElse(brick, choice.best) ? NAMES.introducedOther : 1, calibrate(TEXT_CALIBRATION, features));
  const spans = [candidate, ...(candidate.more ?? [])];
  const said = quote(conversation.text.slice(candidate.start, candidate.end));
  const where = choice.best.anchoring >= TEXT.afterQuestion ? 'right after the question' : 'by its form';
  const echo = choice.best.echo === 1 ? ', and the other side repeats it' : '';
  return {
    key: brick.key,
    value: candidate.value,
    confidence: roundConfidence(confidence),
    basis: 'pattern',
    reason: `Found ${said} ${where}${echo}.`,
    evidence: spans.map((span) => evidenceSpan(conversation, span.turn, span.start, span.end)),
  };
}

/** Each value once, by the best of its candidates. */
function scoresOf(brick: TextBrick, { ranked }: Choice): ValueScore[] {
  const best = new Map<string, number>();
  for (const { candidate, score } of ranked) {
    const { value } = wantedPart(brick, candidate);
    best.set(value, Math.max(score, best.get(value) ?? 0));
  }
  return byScore([...best].map(([value, score]) => ({ value, score })));
}

/** Everything in the conversation that could be the answer, and whether it was asked for. */
export function rankTexts(
  matcher: Matcher,
  brick: TextBrick,
  extract: string,
): { choice: Choice | undefined; wasAsked: boolean } {
  const { conversation } = matcher.annotated;
  const isInScope = speakerScope(conversation, brick.speaker ?? mentionedSide(conversation, brick.question));
  const turns = conversation.turns.filter(isInScope);
  const anchors = anchorsOf(matcher, brick);
  const firstAnswer = firstAnswerAfter(turns);
  const answers = new Set(anchors.filter((anchor) => anchor.weight === 1).map(firstAnswer));
  const isAnswer = (turn: Turn): boolean => answers.has(turn.index);
  const found = findCandidates(matcher, extract, turns, isAnswer);
  const candidates = extract === 'name' ? preferFuller(found) : found;
  const others = conversation.turns.filter((turn) => !isInScope(turn));
  const echoes = new Set(findCandidates(matcher, extract, others, () => false).map((candidate) => candidate.value));
  const choice = chooseCandidate(candidates, (candidate) => anchoring(candidate, anchors, firstAnswer), echoes);
  return { choice, wasAsked: anchors.some((anchor) => anchor.weight === 1) };
}

export function answerText(matcher: Matcher, brick: TextBrick): LexicalAnswer {
  const extract = brick.extract ?? 'summary';
  if (extract === 'summary') return unscored(summarise(matcher, brick));
  if (extract.startsWith('/')) {
    const compiled = compilePattern(extract);
    if ('fault' in compiled)
      return unscored(absent(brick, TEXT.unreadablePattern, 'The regular expression is not valid RE2 syntax.'));
  }
  if (isSentenceWanted(brick))
    return unscored(quoteSentence(matcher, brick) ?? absent(brick, ABSENT_CONFIDENCE.sentence, 'No mention found.'));
  const { choice, wasAsked } = rankTexts(matcher, brick, extract);
  if (choice !== undefined)
    return { outcome: toOutcome(matcher, brick, choice, extract.startsWith('/')), scores: scoresOf(brick, choice) };
  return unscored(notFound(brick, wasAsked));
}
