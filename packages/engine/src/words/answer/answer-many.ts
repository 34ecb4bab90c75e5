/** Bricks with `many`: every hit of an extractor, every category that is likely enough. */
import type { CategoricalBrick, EvidenceSpan, TextBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { type ListBrick, maxItemsOf } from '../../bricks/is-many.ts';
import { distinct } from '../../bricks/list-type.ts';
import type { Matcher } from '../match/matcher.ts';
import { evidenceSpan, segmentEvidence } from '../text/evidence.ts';
import {
  CATEGORY_ANSWER,
  CATEGORY_ITEM,
  CATEGORY_ITEM_CALIBRATION,
  TEXT,
  TEXT_CALIBRATION,
} from '../weights/answering.ts';
import { measureCategories } from './answer-categorical.ts';
import { notFound, rankTexts, wantedPart } from './answer-text.ts';
import { calibrate, roundConfidence } from './calibrate.ts';
import { byScore, type LexicalAnswer, unscored } from './lexical-answer.ts';
import { summarise } from './summarise.ts';

interface Hit {
  value: string;
  confidence: number;
  spans: EvidenceSpan[];
}

export function answerTexts(matcher: Matcher, brick: ListBrick & TextBrick): LexicalAnswer {
  const maxItems = maxItemsOf(brick);
  const { extract } = brick;
  if (extract === undefined) return unscored(sentences(matcher, brick, maxItems));
  const { choice, wasAsked } = rankTexts(matcher, brick, extract);
  const hits = new Map<string, Hit>();
  for (const ranked of choice?.ranked ?? []) {
    const candidate = wantedPart(brick, ranked.candidate);
    const features = { strength: candidate.strength, anchoring: ranked.anchoring, echo: ranked.echo, rival: 0 };
    const chance = calibrate(TEXT_CALIBRATION, features);
    const confidence = extract.startsWith('/') ? Math.max(TEXT.leastOfPattern, chance) : chance;
    const spans = [candidate, ...(candidate.more ?? [])].map(({ turn, start, end }) =>
      evidenceSpan(matcher.annotated.conversation, turn, start, end),
    );
    const key = candidate.value.toLowerCase();
    const known = hits.get(key);
    hits.set(key, {
      value: known?.value ?? candidate.value,
      confidence: Math.max(confidence, known?.confidence ?? 0),
      spans: [...(known?.spans ?? []), ...spans],
    });
  }
  const kept = [...hits.values()].slice(0, maxItems);
  if (kept.length === 0) return unscored({ ...notFound(brick, wasAsked), value: [] });
  const reason = `Found by their form: ${kept.map(({ value }) => value).join(', ')}.`;
  // The list is right only if each item is; the weakest one decides, since hits of one extractor err together.
  const confidence = Math.min(...kept.map((hit) => hit.confidence));
  return {
    outcome: listOutcome(brick, kept, { confidence, basis: 'pattern', reason }),
    scores: byScore(kept.map((hit) => ({ value: hit.value, score: hit.confidence }))),
  };
}

/** Without an extractor: the sentences closest to the question, each one an item. */
function sentences(matcher: Matcher, brick: TextBrick, maxItems: number): BrickOutcome {
  const summary = summarise(matcher, brick);
  const texts = distinct(summary.evidence.map(({ text }) => text)).slice(0, maxItems);
  const evidence = texts.flatMap((text, item) =>
    summary.evidence.filter((span) => span.text === text).map((span) => ({ ...span, item })),
  );
  return { ...summary, value: texts, evidence };
}

export function answerCategories(matcher: Matcher, brick: ListBrick & CategoricalBrick): LexicalAnswer {
  const maxItems = maxItemsOf(brick);
  const { queries, result, order } = measureCategories(matcher, brick);
  const first = Math.max(0, result.scores[order[0] ?? 0] ?? 0);
  const judged = order.flatMap((category) => {
    const query = queries[category];
    if (query === undefined || query.isFallback) return [];
    const score = Math.max(0, result.scores[category] ?? 0);
    const isFaint =
      (result.coverage[category] ?? 0) < CATEGORY_ANSWER.fallbackCoverage && score < CATEGORY_ANSWER.fallbackScore;
    const features = { score, coverage: result.coverage[category] ?? 0, share: first === 0 ? 0 : score / first };
    const chance = calibrate(CATEGORY_ITEM_CALIBRATION, features);
    return [{ value: query.value, chance, isFaint, segment: result.bestSegments[category] }];
  });
  const kept = judged.filter(({ chance, isFaint }) => !isFaint && chance >= CATEGORY_ITEM.threshold).slice(0, maxItems);
  const hits = kept.map(
    ({ value, chance, segment }): Hit => ({
      value,
      confidence: chance,
      spans: segment === undefined ? [] : [segmentEvidence(matcher.annotated.conversation, segment)],
    }),
  );
  const values = new Set(kept.map(({ value }) => value));
  const confidence = judged.reduce(
    (all, { value, chance }) => all * (values.has(value) ? chance : Math.max(1 - chance, CATEGORY_ITEM.leastOfNo)),
    1,
  );
  const reason =
    hits.length === 0
      ? 'No category matches what is said closely enough.'
      : `Close to what is said: ${[...values].join(', ')}.`;
  return {
    outcome: listOutcome(brick, hits, { confidence, basis: hits.length === 0 ? 'weak' : 'lexical', reason }),
    scores: judged.map(({ value, chance }) => ({ value, score: chance })),
  };
}

function listOutcome(
  { key }: { key: string },
  hits: readonly Hit[],
  { confidence, basis, reason }: Pick<BrickOutcome, 'confidence' | 'basis' | 'reason'>,
): BrickOutcome {
  return {
    key,
    value: hits.map(({ value }) => value),
    confidence: roundConfidence(confidence),
    basis,
    reason,
    evidence: hits.flatMap(({ spans }, item) => spans.map((span) => ({ ...span, item }))),
  };
}
