/** Judging calls of a question, so that its interval narrows: what it brings, then one call after the other with two keys. */
import type { CallToJudge, JudgeRequest, QuestionAnswer, QuestionJudging } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber, formatShare, intervalOf } from '../ui/format.ts';
import { KeyHint, Keys } from '../ui/keys.tsx';
import { Notice } from '../ui/notice.tsx';
import { Said } from '../ui/said.tsx';
import { CallText } from './call-text.tsx';

interface JudgePanelProps {
  questionId: string;
  answer: QuestionAnswer;
}

export function JudgePanel({ questionId, answer: { key, question, share, judging } }: JudgePanelProps) {
  const mayJudge = useMay('reviews:write');
  const [calls, setCalls] = useState<readonly CallToJudge[]>();
  const start = useAsk(async (api) => setCalls((await api.questions.toJudge(questionId, { key })).calls));
  if (judging === undefined || share === undefined) return null;
  const { judged, yes, next } = judging;
  if (calls !== undefined)
    return (
      <JudgeCalls {...{ questionId, calls }} answer={{ key, question, share }} onEnd={() => setCalls(undefined)} />
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="max-w-2xl">
        {judged > 0 && `People judged ${formatNumber(judged)} calls: ${formatNumber(yes)} yes. `}
        {next === undefined ? 'No calls left to judge.' : promiseOf(next, judged)}
      </p>
      {next !== undefined && mayJudge && (
        <Button kind="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
          {`Judge ${formatNumber(next.calls)} ${next.calls === 1 ? 'call' : 'calls'}`}
        </Button>
      )}
      {start.error !== null && <Notice tone="bad">{describeError(start.error)}</Notice>}
    </div>
  );
}

function promiseOf({ calls, seconds, within }: NonNullable<QuestionJudging['next']>, judged: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const which = `${judged > 0 ? 'another ' : ''}${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  return `If you judge ${which} (about ${formatNumber(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}), the interval narrows to about ±${formatNumber(Math.round(100 * within))} points.`;
}

type Verdict = JudgeRequest['judgements'][number]['answer'];

interface JudgeCallsProps {
  questionId: string;
  answer: Pick<QuestionAnswer, 'key' | 'question'> & { share: NonNullable<QuestionAnswer['share']> };
  calls: readonly CallToJudge[];
  onEnd(): void;
}

function JudgeCalls({ questionId, answer: { key, question, share }, calls, onEnd }: JudgeCallsProps) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const judge = useChange((api, { runId, answer }: { runId: string; answer: Verdict }) =>
    api.questions.judge(questionId, { key, judgements: [{ run_id: runId, answer }] }),
  );
  const call = calls[at];
  const say = (answer: Verdict) => {
    if (call === undefined || judge.isPending) return;
    judge.mutate({ runId: call.run_id, answer }, { onSuccess: () => setAt(at + 1) });
  };
  const back = () => {
    const before = calls[at - 1];
    if (before === undefined || judge.isPending) return;
    judge.mutate({ runId: before.run_id, answer: null }, { onSuccess: () => setAt(at - 1) });
  };
  useHotkeys({ y: () => say('yes'), n: () => say('no'), s: () => say('skip'), u: back });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next call is read out.
  useEffect(() => heading.current?.focus(), [at]);
  return (
    <section aria-label="Judge calls" className="space-y-3 rounded-lg border border-line-strong p-4">
      <p role="status" className="text-sm tabular-nums">
        {`Yes in ${formatShare(share.value)} (${intervalOf(share, formatShare)}) with the judgements so far.`}
      </p>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {call === undefined ? 'Thank you. All of these calls have been judged.' : `Call ${at + 1} of ${calls.length}: `}
        {call !== undefined && <Said>{question}</Said>}
      </h3>
      {call !== undefined && <Passage key={call.run_id} call={call} />}
      {judge.error !== null && <Notice tone="bad">{describeError(judge.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {call !== undefined && (
          <>
            <Button kind="primary" isBusy={judge.isPending} onClick={() => say('yes')}>
              Yes <KeyHint>y</KeyHint>
            </Button>
            <Button kind="primary" isBusy={judge.isPending} onClick={() => say('no')}>
              No <KeyHint>n</KeyHint>
            </Button>
            <Button onClick={() => say('skip')}>
              Skip <KeyHint>s</KeyHint>
            </Button>
          </>
        )}
        {at > 0 && <Button onClick={back}>Undo the last one</Button>}
        <Button onClick={onEnd}>{call === undefined ? 'Done' : 'Stop here'}</Button>
        {at > 0 && <Keys keys={[['u', 'undo the last one']]} />}
      </div>
    </section>
  );
}

function Passage({ call: { run_id, passage } }: { call: CallToJudge }) {
  const mayRead = useMay('runs:read_input');
  const [isOpen, setIsOpen] = useState(passage === undefined);
  return (
    <div className="space-y-2 text-sm">
      {passage !== undefined && (
        <blockquote className="rounded-lg bg-sunken px-3 py-2">
          “<Said>{passage}</Said>”
        </blockquote>
      )}
      {passage === undefined && !mayRead && <p className="text-muted">The engine quotes nothing from this call.</p>}
      {mayRead && isOpen && <CallText runId={run_id} />}
      <p className="flex flex-wrap gap-3">
        {mayRead && !isOpen && (
          <Button isSmall onClick={() => setIsOpen(true)}>
            Show the whole call
          </Button>
        )}
        <Link to="/runs/$runId" params={{ runId: run_id }} target="_blank" className="text-accent hover:underline">
          Open the call in a new tab
        </Link>
      </p>
    </div>
  );
}
