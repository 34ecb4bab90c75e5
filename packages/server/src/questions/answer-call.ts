/** Asks all questions about one call: its input is read as its own kit reads it. */
import { type AskedQuestion, toBricks } from '@brickwork/contract/plain-questions';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import { type EvaluationRequest, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { maskedClasses } from '@brickwork/engine/mask/masked-classes';
import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { type ModelUsage, sumUsage } from '@brickwork/engine/model/model-usage';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import type { RunWork } from '../runs/store/find-runs.ts';
import { type ModelPrice, microCreditsOf } from '../usage/credits.ts';
import { kitOfQuestions } from './kit-of-questions.ts';
import type { CallAnswer } from './question.ts';
import { outcomeOf, passagesOf, worthOfQuotes } from './read-further.ts';

export interface AnswerCallOptions {
  kits: LoadContent;
  pool: Pick<EvaluationPool, 'answer' | 'reads'>;
  /** Undefined if the local engine answers. */
  model: ((workspaceId: string) => ModelEngine) | undefined;
  prices: Readonly<Record<string, ModelPrice>>;
  deadlineMs: number;
}

export interface AnsweredCall {
  answers: CallAnswer[];
  microCredits: number;
}

export type AnswerCall = (
  work: RunWork,
  asked: readonly AskedQuestion[],
  options: { engine: 'auto' | 'local'; signal: AbortSignal },
) => Promise<AnsweredCall>;

/** Maximum length of a quote, in characters: it is cut there and stays verbatim. */
const LONGEST_QUOTE = 400;
const LONGEST_TEXT = 200;

export function createAnswerCall({ kits, pool, model, prices, deadlineMs }: AnswerCallOptions): AnswerCall {
  return async (work, asked, { engine, signal }) => {
    const content = await loadContent(kits, work.workspaceId, work.kitVersionId);
    const usages: ModelUsage[] = [];
    const request: EvaluationRequest = {
      kit: kitOfQuestions(asked, content?.kit),
      input: JSON.parse(work.input) as Record<string, unknown>,
      agents: work.agents,
      rules: work.rules,
      language: work.language,
      // The call is masked according to its own kit, whoever asks.
      mask: maskedClasses(work.mask, content?.kit.mask),
      engine: engine === 'local' ? 'local' : undefined,
      signal,
      // Separate from the workspace's runs: threads are shared fairly between owners, so these never wait for more than one call.
      owner: `${work.workspaceId}/questions`,
      deadlineMs,
      onUsage: (usage) => usages.push(usage),
    };
    const engines = {
      local: pool.answer.bind(pool),
      reads: pool.reads,
      model: engine === 'local' ? undefined : model?.(work.workspaceId),
    };
    const { outcomes } = await evaluateKit(engines, request);
    const ofThemes = new Set(
      asked.flatMap((each) => (each.type === 'themes' ? toBricks(each).map(({ key }) => key) : [])),
    );
    const quotable = outcomes.filter(({ key }) => !ofThemes.has(key));
    // A model's quotes were checked when it answered.
    const worth =
      pool.reads && engines.model === undefined ? await worthOfQuotes(engines.local, request, quotable) : {};
    const passages = await passagesOf(engines.local, request, asked, outcomes);
    return {
      answers: asked.map((question) =>
        toAnswer(question, outcomeOf(question, outcomes), {
          worth: worth[question.key],
          passages: passages[question.key],
        }),
      ),
      microCredits: microCreditsOf(sumUsage(usages).byModel, prices),
    };
  };
}

/** In addition to the answer itself. */
interface Further {
  worth: number | undefined;
  passages: string[] | undefined;
}

export function toAnswer(
  asked: AskedQuestion,
  outcome: BrickOutcome | undefined,
  { worth, passages }: Further,
): CallAnswer {
  if (outcome === undefined) return { state: 'not_sure', confidence: 0 };
  const { value, applicability, confidence, evidence } = outcome;
  if (applicability !== undefined) return { state: 'not_sure', confidence };
  const quote = evidence[0]?.text.slice(0, LONGEST_QUOTE);
  const isNone = value === null || value === '' || outcome.basis === 'unsaid';
  if (isNone) return { state: 'none', confidence };
  const text = String(value).slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed();
  return {
    ...{ state: 'sure', value: FOLD[asked.type](text), confidence },
    ...(quote !== undefined && { quote }),
    ...(worth !== undefined && { worth }),
    ...(passages !== undefined && { passages }),
  };
}

const same = (text: string): string => text;

/** Texts that differ only in case and spaces are counted as one. */
const FOLD: Readonly<Record<AskedQuestion['type'], (text: string) => string>> = {
  boolean: same,
  themes: same,
  categorical: same,
  numeric: same,
  text: (text) => text.trim().replace(/\s+/g, ' ').toLowerCase(),
};
