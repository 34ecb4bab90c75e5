/** A new kit: blank, from a template, as a copy of another, or from questions in plain words. Created as a draft; then it is tried. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError, kitFaultsOf } from '../api/describe-error.ts';
import { useKits } from '../api/kits.ts';
import { useClient, useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { EXAMPLE_KITS, fetchExample } from '../examples/examples.ts';
import { kitText } from '../kits/kit-text.ts';
import { isRecord, recordsOf } from '../kits/members.ts';
import { useKept } from '../session/use-kept.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useAdvice } from './kit-advice.tsx';
import { type Draft, KitEditor, useDraft } from './kit-editor.tsx';
import { BLANK_KIT, withFreeSlug } from './new-kit.ts';

export function NewKitPage() {
  const kits = useKits().data;
  const archived = useKits(true).data;
  if (!useMay('kits:write'))
    return (
      <EmptyState title="You cannot create kits">Ask an admin for a role with the permission kits:write.</EmptyState>
    );
  if (kits === undefined || archived === undefined) return <Spinner label="Loading the kits" />;
  return <NewKit taken={new Set([...kits, ...archived].map(({ kit }) => kit))} />;
}

function NewKit({ taken }: { taken: ReadonlySet<string> }) {
  const navigate = useNavigate();
  const blank = { text: withFreeSlug(BLANK_KIT, taken), refused: undefined };
  const [kept, setDraft] = useKept<Draft | undefined>('new-kit', undefined);
  const [, setAdvice] = useAdvice();
  const draft = kept ?? blank;
  const read = useDraft(draft);
  const create = useChange((api, document: Readonly<Record<string, unknown>>) => api.kits.push(document));
  const slug = isRecord(read?.value) ? read.value.kit : undefined;
  const isTaken = typeof slug === 'string' && taken.has(slug) && !create.isSuccess;
  const more = isTaken ? [takenFault(read?.lineOf(['kit']) ?? 1)] : [];
  const isEmpty = isRecord(read?.value) && recordsOf(read.value.bricks).length === 0;
  const [isTried, setIsTried] = useState(false);
  // Nobody has done anything wrong before the first question.
  const faults = read?.faults.filter(({ path }) => isTried || !isEmpty || path?.[0] !== 'bricks') ?? [];
  const start = () => {
    setIsTried(true);
    if (!isRecord(read?.value) || isEmpty) return;
    const tried = draft.text;
    create.mutate(read.value, {
      onSuccess: ({ kit_id, advice = [] }) => {
        setDraft(undefined);
        setAdvice(advice);
        navigate({ to: '/playground', search: { kit: kit_id } });
      },
      onError: (error) => setDraft({ text: tried, refused: { text: tried, faults: kitFaultsOf(error) } }),
    });
  };
  return (
    <>
      <PageHeader
        title="New kit"
        actions={
          <Button
            kind="primary"
            isBusy={create.isPending}
            disabled={isTaken || (!isEmpty && faults.length > 0)}
            onClick={start}
          >
            Create the kit
          </Button>
        }
      >
        Type the questions to ask of each conversation. Then try the kit on one, and publish it.
      </PageHeader>
      {create.error !== null && kitFaultsOf(create.error).length === 0 && (
        <Notice tone="bad" className="mb-5">
          {describeError(create.error)}
        </Notice>
      )}
      <StartFrom draft={draft} taken={taken} onStart={(text) => setDraft({ text, refused: undefined })} />
      <Panel title="Questions">
        <KitEditor
          text={draft.text}
          read={read === undefined ? undefined : { ...read, faults }}
          more={more}
          hasFocus
          onChange={(text) => setDraft({ text, refused: draft.refused })}
        />
      </Panel>
    </>
  );
}

function takenFault(line: number) {
  const says = 'is taken: this would create a new version of that kit';
  return { line, message: `kit ${says}`, path: ['kit'], says };
}

interface StartFromProps {
  draft: Draft;
  taken: ReadonlySet<string>;
  onStart(text: string): void;
}

/** Replaces the draft; what was there before can be had back. */
function StartFrom({ draft, taken, onStart }: StartFromProps) {
  const kits = useKits().data ?? [];
  const client = useClient();
  const [before, setBefore] = useState<string>();
  const [error, setError] = useState<unknown>();
  const begin = (text: string) => {
    setBefore(draft.text);
    onStart(withFreeSlug(text, taken));
  };
  const choose = async (choice: string) => {
    setError(undefined);
    const template = EXAMPLE_KITS.find(({ kit }) => choice === `template ${kit}`);
    const own = kits.find(({ kit_id }) => kit_id === choice);
    try {
      if (template !== undefined) begin(await fetchExample(template));
      else if (own === undefined) begin(BLANK_KIT);
      else begin(kitText((await client.kits.version(own.kit_id, own.version ?? own.newest_version)).document));
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <div className="w-full max-w-sm">
        <Field label="Start from">
          {(id) => (
            <select id={id} value="" onChange={(event) => choose(event.target.value)} className={`${INPUT} w-full`}>
              <option value="">Choose a template…</option>
              <option value="blank">Blank</option>
              <optgroup label="Templates">
                {EXAMPLE_KITS.map(({ kit, name }) => (
                  <option key={kit} value={`template ${kit}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
              {kits.length > 0 && (
                <optgroup label="A copy of your kit">
                  {kits.map(({ kit_id, name }) => (
                    <option key={kit_id} value={kit_id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
            </select>
          )}
        </Field>
      </div>
      {before !== undefined && before !== draft.text && (
        <Button
          onClick={() => {
            onStart(before);
            setBefore(undefined);
          }}
        >
          Undo the template
        </Button>
      )}
      {error !== undefined && <Notice tone="bad">{describeError(error)}</Notice>}
    </div>
  );
}
