/** From a question to a brick: a draft of a kit that has it, and a backfill that answers it for past calls. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { type Kit, useKits } from '../api/kits.ts';
import { type QuestionAnswer, useMakeBrick } from '../api/questions.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

export function MakeBrick({ answer }: { answer: QuestionAnswer }) {
  const [isOpen, setIsOpen] = useState(false);
  const kits = useKits().data ?? [];
  const mayPush = useMay('kits:write');
  const [first] = kits;
  if (!mayPush || first === undefined) return null;
  return (
    <>
      <Button isSmall onClick={() => setIsOpen(true)}>
        Make it a brick…
      </Button>
      {isOpen && <MakeBrickDialog answer={answer} kits={kits} first={first} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface DialogProps {
  answer: QuestionAnswer;
  kits: readonly Kit[];
  first: Kit;
  onClose(): void;
}

function MakeBrickDialog({ answer: { key, brick }, kits, first, onClose }: DialogProps) {
  const navigate = useNavigate();
  const [kitId, setKitId] = useState(first.kit_id);
  const make = useMakeBrick();
  const kit = kits.find((each) => each.kit_id === kitId) ?? first;
  const create = () =>
    make.mutate(
      { kitId, brick },
      { onSuccess: () => navigate({ to: '/new-backfill', search: { kit: kit.kit_code } }) },
    );
  return (
    <Dialog
      title="Make it a brick of a kit"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" isBusy={make.isPending} onClick={create}>
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
          options={kits.map(({ kit_id, name }) => [kit_id, name] as const)}
          onChange={setKitId}
        />
        {make.error !== null && <Notice tone="bad">{describeError(make.error)}</Notice>}
      </div>
    </Dialog>
  );
}
