/** Questions in plain words become bricks: each line once it is finished, the last one when the field is left. */
import { inferQuestion, toBrick, UnclearQuestion } from '@brickwork/contract/plain-questions';
import { useEffect, useRef, useState } from 'react';
import { isSeq } from 'yaml';
import { type Members, shown } from '../kits/members.ts';
import { Field, INPUT } from '../ui/field.tsx';
import { kindOf, kindWords } from './brick-kinds.ts';
import type { YamlChange } from './edit-yaml.ts';

interface AddQuestionsProps {
  keys: ReadonlySet<string>;
  hasFocus: boolean;
  /** The kit has none yet, and needs one. */
  isMissing: boolean;
  onAdd(bricks: readonly Members[]): void;
}

export function AddQuestions({ keys, hasFocus, isMissing, onAdd }: AddQuestionsProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const error = fault ?? (isMissing ? 'Type at least one question.' : undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) area.current?.focus();
  }, [hasFocus]);
  const take = (lines: readonly string[], rest: string) => {
    const { bricks, refused, why } = toBricks(lines, keys);
    if (bricks.length > 0) onAdd(bricks);
    setFault(why);
    setText([...refused, ...(rest === '' ? [] : [rest])].join('\n'));
  };
  const change = (next: string) => {
    const lines = next.split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) take(lines, last);
    else {
      setText(next);
      setFault(undefined);
    }
  };
  return (
    <Field label="Add questions in plain words" note={hintFor(text, keys)} error={error}>
      {(id) => (
        <textarea
          id={id}
          ref={area}
          rows={2}
          value={text}
          aria-invalid={error !== undefined}
          placeholder="Did the agent greet the customer?"
          onChange={(event) => change(event.target.value)}
          onBlur={() => take(text.split('\n'), '')}
          className={`${INPUT} h-auto w-full py-2`}
        />
      )}
    </Field>
  );
}

/** What the question on the line will ask for, while it is typed. */
function hintFor(text: string, keys: ReadonlySet<string>): string {
  const begun = text.trim();
  const how =
    'One per line: Enter adds it. “Did …?” asks for yes or no, “How many …?” for a number, “How polite …, from 1 to 10?” for a number in that range, and “…: a, b, c?” for one option from the list.';
  if (begun.length < 8) return how;
  const [brick] = toBricks([begun], keys).bricks;
  if (brick === undefined) return how;
  const range = brick.type === 'numeric' ? ` from ${shown(brick.min)} to ${shown(brick.max)}` : '';
  return `Asks for: ${kindWords(kindOf(brick)).toLowerCase()}${range}. Enter adds it.`;
}

function toBricks(lines: readonly string[], keys: ReadonlySet<string>) {
  const used = new Set(keys);
  const bricks: Members[] = [];
  const refused: string[] = [];
  let why: string | undefined;
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    try {
      const asked = inferQuestion({ question: line }, used);
      used.add(asked.key);
      bricks.push({ ...toBrick(asked) });
    } catch (error) {
      if (!(error instanceof UnclearQuestion)) throw error;
      refused.push(line);
      why = error.message;
    }
  }
  return { bricks, refused, why };
}

export function addBricks(bricks: readonly Members[]): YamlChange {
  return (document) => {
    const list = document.get('bricks');
    const nodes = bricks.map((brick) => document.createNode(brick));
    if (!isSeq(list)) document.set('bricks', document.createNode(nodes));
    else {
      // An empty list was written as `[]`, and would go on in one line.
      if (list.items.length === 0) list.flow = false;
      list.items.push(...nodes);
    }
  };
}
