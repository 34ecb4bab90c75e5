/** From a question to a brick: a draft of a kit that has it, and a backfill that answers it for past calls. */
import type { KitSummary as Kit, QuestionAnswer } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { isKit, useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';

interface MakeBrickProps {
  questionId: string;
  answer: QuestionAnswer;
  /** Code or slug of the kit whose calls were asked; undefined if those of all kits were. */
  askedKit: string | undefined;
}

export function MakeBrick({ questionId, answer, askedKit }: MakeBrickProps) {
  const [isOpen, setIsOpen] = useState(false);
  const kits = useKits().data ?? [];
  const mayPush = useMay('kits:write');
  if (!mayPush || kits.length === 0) return null;
  const [only] = kits.length === 1 ? kits : kits.filter((each) => isKit(each, askedKit));
  return (
    <>
      <Button isSmall onClick={() => setIsOpen(true)}>
        Add to a kit…
      </Button>
      {isOpen && (
        <MakeBrickDialog {...{ questionId, answer, kits, preset: only?.kit_id }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

interface DialogProps {
  questionId: string;
  answer: QuestionAnswer;
  kits: readonly Kit[];
  /** The id of the kit that is chosen at first; undefined: the person chooses. */
  preset: string | undefined;
  onClose(): void;
}

function MakeBrickDialog({ questionId, answer, kits, preset, onClose }: DialogProps) {
  const { key, brick, judging } = answer;
  const judged = judging?.judged ?? 0;
  const mayRead = useMay('runs:read_input');
  const [isGolden, setIsGolden] = useState(true);
  const navigate = useNavigate();
  const [kitId, setKitId] = useState(preset ?? '');
  const kit = kits.find((each) => each.kit_id === kitId);
  const make = useChange(async (api, { newest_version }: Kit) => {
    const { document } = await api.kits.version(kitId, newest_version);
    const bricks = Array.isArray(document.bricks) ? document.bricks : [];
    await api.kits.push({ ...document, bricks: [...bricks, brick] });
    if (judged === 0 || !mayRead || !isGolden) return undefined;
    // The draft is there whatever becomes of the set.
    return api.goldenSets.put(kitId, key, { from_question: { question_id: questionId, key } }).then(
      () => undefined,
      (error: Error) => describeError(error),
    );
  });
  const goOn = () => navigate({ to: '/new-backfill', search: { kit: kit?.kit_code } });
  const create = () => kit && make.mutate(kit, { onSuccess: (fault) => (fault === undefined ? goOn() : undefined) });
  if (make.data !== undefined)
    return (
      <Dialog
        title="The draft was created"
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={goOn}>
            Continue to the backfill
          </Button>
        }
      >
        <Notice tone="warn">{`The golden set was not stored: ${make.data}`}</Notice>
      </Dialog>
    );
  return (
    <Dialog
      title="Add this question to a kit as a brick"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" isBusy={make.isPending} disabled={kit === undefined} onClick={create}>
            Create the draft
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        <p>
          The newest version of the kit gets the brick <code className="font-mono">{key}</code> as a draft. Nothing goes
          live. Then you can evaluate past calls with it, and review some of its answers.
        </p>
        <ChoiceField
          label="Kit"
          value={kitId}
          options={[
            ...(preset === undefined ? [['', 'Choose a kit'] as const] : []),
            ...kits.map(({ kit_id, name }) => [kit_id, name] as const),
          ]}
          onChange={setKitId}
        />
        {judged > 0 && mayRead && (
          <label className="flex items-start gap-2">
            <input type="checkbox" checked={isGolden} onChange={(event) => setIsGolden(event.target.checked)} />
            <span>
              {`Save the ${formatNumber(judged)} judged calls as the golden set `}
              <code className="font-mono">{key}</code>, to evaluate the kit on. Only calls of this kit are included.
            </span>
          </label>
        )}
        {make.error !== null && <Notice tone="bad">{describeError(make.error)}</Notice>}
      </div>
    </Dialog>
  );
}
