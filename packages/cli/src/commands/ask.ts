import type { Question, QuestionPrediction, QuestionRequest } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { judgeCalls, judgedText, promiseText } from '../questions/judge-calls.ts';
import { answerText, endText, listText, shortAnswer } from '../questions/question-text.ts';
import { type RunOptions, readRunFilter, withRunOptions } from '../questions/run-options.ts';
import { collect } from '../read-where.ts';
import { print, printJson, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { parseCredits } from './backfills.ts';

interface AskOptions extends RunOptions {
  by?: string;
  type?: 'boolean' | 'categorical' | 'numeric' | 'text' | 'themes';
  category: string[];
  rare?: boolean;
  width?: number;
  maxRuns?: number;
  maxCredits?: number;
  maxSeconds?: number;
  seed?: number;
  engine: 'auto' | 'local';
  estimate?: boolean;
  detach?: boolean;
  json?: boolean;
}

export function registerAsk(program: Command): void {
  const ask = program
    .command('ask')
    .argument('<question...>', 'one to five questions in plain words, each about one call')
    .description('Ask a question across past calls; a sample is read, and the answer comes with an interval');
  withRunOptions(ask)
    .option('--by <dimension>', 'also answer for each value of a dimension or of metadata.KEY, or for each week')
    .addOption(
      new Option('--type <type>', 'type of the answer; inferred by default').choices([
        'boolean',
        'categorical',
        'numeric',
        'text',
        'themes',
      ]),
    )
    .option('--category <value>', 'a possible answer; may be repeated', collect, [])
    .option('--rare', 'look first at calls that contain the question’s words')
    .option('--width <points>', 'width of the interval: 5 is ±5 points', parsePoints)
    .option('--max-runs <count>', 'maximum number of calls to read', parseCount)
    .option('--max-credits <credits>', 'maximum cost in credits', parseCredits)
    .option('--max-seconds <count>', 'maximum time', parseCount)
    .option('--seed <number>', 'a different seed draws different calls', parseCount)
    .addOption(new Option('--engine <engine>', 'local uses no model').choices(['auto', 'local']).default('auto'))
    .option('--estimate', 'only estimate what it would take')
    .option('--detach', 'do not wait for it')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork ask "Did anybody mention a competitor?" --since 30d --by team
  brickwork ask "Did anybody mention a competitor?" --since 60d --dimension team=Porto --by week
  brickwork ask "Did the caller threaten to sue?" --rare --max-runs 500
  brickwork ask "How many nights does the guest stay?" --dimension team=Porto --estimate
  brickwork ask "What do customers say about the delivery?" --since 30d
  brickwork ask judge qst_01m7er7dfgeqcrm640y1251418`,
    )
    .action(async (questions: string[], options: AskOptions) => {
      const client = await connect();
      const request = toRequest(questions, options);
      if (options.estimate) {
        const predicted = await client.questions.predict(request).catch(nameTheOption);
        if (options.json) printJson(predicted);
        else print(predictionText(predicted));
        return;
      }
      const started = await client.questions.ask(request).catch(nameTheOption);
      if (options.detach) {
        if (options.json) printJson(started);
        else print(`${started.question_id} was started. brickwork questions show ${started.question_id}`);
        return;
      }
      const ended = await follow(started);
      if (options.json) printJson(ended);
      else print([...ended.questions.map(answerText), endText(ended)].join('\n\n'));
      if (ended.status === 'failed' || ended.status === 'cancelled') process.exitCode = EXIT.unsuccessful;
    });
  registerJudge(ask);
  registerQuestions(program);

  async function follow(started: Question): Promise<Question> {
    const client = await connect();
    const bar = progressBar('Asking');
    const onProgress = (question: Question) => {
      const total = Math.max(1, question.predicted.runs);
      bar.show({ done: Math.min(total, question.sample.asked), total }, question.questions.map(shortAnswer).join('; '));
    };
    return untilInterrupted(`Interrupted. ${started.question_id} continues.`, (signal) =>
      client.questions.wait(started.question_id, { signal, onProgress }),
    ).finally(bar.clear);
  }
}

/** What can be done about a question that is refused, on the command line. */
async function nameTheOption(error: unknown): Promise<never> {
  const { STATE_ITS_TYPE } = await import('@brickwork/contract/plain-questions');
  if (!(error instanceof Error) || !error.message.includes(STATE_ITS_TYPE)) throw error;
  throw new UsageError(error.message.replace(STATE_ITS_TYPE, 'To ask it anyway, name the type with --type.'));
}

function registerJudge(ask: Command): void {
  ask
    .command('judge')
    .argument('<question>', 'qst_…')
    .description('Judge some calls of a question with the keys y, n and s, so that its interval narrows')
    .option('--key <key>', 'which of its yes/no questions, if there are several')
    .option('--calls <count>', 'how many; 12 by default', parseCount)
    .option('--json', 'print one JSON document at the end')
    .action(async (questionId: string, { key, calls }: { key?: string; calls?: number }, command: Command) => {
      // `ask` has an option of this name, and takes it.
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const { judged, answer } = await judgeCalls(await connect(), questionId, { key, calls });
      if (judged > 0) tell('');
      if (json) printJson(answer);
      else print(`${judged} judged: ${judgedText(answer)}. ${promiseText(answer.judging)}`);
    });
}

function toRequest(questions: readonly string[], options: AskOptions): QuestionRequest {
  const { by, type, category, rare, width, seed, engine } = options;
  const categories = category.length === 0 ? undefined : category;
  const isTyped = type !== undefined || categories !== undefined;
  return {
    questions: questions.map((question) => (isTyped ? { question, type, categories } : question)),
    filter: readRunFilter(options),
    limit: { runs: options.maxRuns, credits: options.maxCredits, seconds: options.maxSeconds },
    ...{ by, width, seed, engine },
    seek: rare ? 'rare' : 'any',
  };
}

function registerQuestions(program: Command): void {
  const questions = program.command('questions').description('Questions that were asked across calls');
  questions
    .command('list')
    .description('List questions, newest first')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: boolean }) => {
      const data = await (await connect()).questions.list();
      if (json) printJson({ data });
      else print(data.length === 0 ? 'No questions yet. Ask one: brickwork ask "…"' : listText(data));
    });
  questions
    .command('show')
    .argument('<question>', 'qst_…')
    .description('Show a question’s estimate, final or so far')
    .option('--json', 'print one JSON document')
    .action(async (questionId: string, { json }: { json?: boolean }) => {
      const question = await (await connect()).questions.get(questionId);
      if (json) printJson(question);
      else print([...question.questions.map(answerText), endText(question)].join('\n\n'));
    });
  questions
    .command('delete')
    .argument('<question>', 'qst_…')
    .description('Cancel a running question, or delete a finished one')
    .action(async (questionId: string) => {
      const { deleted } = await (await connect()).questions.delete(questionId);
      print(deleted ? `${questionId} was deleted.` : `${questionId} was cancelled; its estimate stays.`);
    });
}

function predictionText({ population, without_input, runs, seconds, credits, is_enough }: QuestionPrediction): string {
  const missing = without_input === 0 ? '' : ` (${without_input} more no longer have an input)`;
  const within = is_enough ? '' : ' The limits are too low for that: the interval will be wider.';
  return `Calls: ${population}${missing}. At most ${runs} of them will be read: about ${seconds} s and ${credits} credits.${within}`;
}

function parsePoints(text: string): number {
  const points = Number(text);
  if (!(points >= 0.5 && points <= 50)) throw new UsageError(`--width must be 0.5 to 50 points, not “${text}”.`);
  return points / 100;
}
