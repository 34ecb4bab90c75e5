/** One rule on the answer of another brick: which brick, and what it must be. Used by conditions, points and fail rules. */
import type { Document } from 'yaml';
import type { Path } from '../editor/json-schema.ts';
import { ruleWords, valueWords } from '../kits/kit-words.ts';
import { type Members, shown } from '../kits/members.ts';
import { INPUT } from '../ui/field.tsx';
import { answersOf } from './brick-kinds.ts';
import { useKitForm } from './form-context.ts';

interface RuleFieldsProps {
  label: string;
  path: Path;
  rule: Members;
  /** The brick that the rule is part of: it cannot be about itself. */
  own: unknown;
}

/** The rule that a brick begins with. */
export function ruleFor(brick: Members | undefined): Members {
  const [first] = answersOf(brick);
  return { brick: brick?.key, ...(first === undefined ? { at_least: 1 } : { is: first }) };
}

/** Changes what a rule is about, and keeps its points. */
function replaceRule(document: Document, path: Path, rule: Members): void {
  for (const name of ['is', 'at_least', 'at_most', 'credit']) document.deleteIn([...path, name]);
  for (const [name, value] of Object.entries(rule)) document.setIn([...path, name], value);
}

export function RuleFields({ label, path, rule, own }: RuleFieldsProps) {
  const { bricks, edit, set, nameOf } = useKitForm();
  const about = bricks.find(({ key }) => key === rule.brick);
  const answers = answersOf(about);
  const isList = answers.length > 0 && (typeof rule.is === 'string' || typeof rule.is === 'boolean');
  const isLimit = rule.is === undefined && rule.credit === undefined && rule.at_most === undefined;
  if (rule.brick === undefined || (!isList && !(isLimit && rule.at_least !== undefined)))
    return (
      <p className="flex-1 py-1.5 text-sm">
        {ruleWords(rule, nameOf)} <span className="text-muted">(change it in the YAML)</span>
      </p>
    );
  return (
    <>
      <select
        aria-label={`${label}: question`}
        value={shown(rule.brick)}
        onChange={(event) => {
          const chosen = bricks.find(({ key }) => key === event.target.value);
          edit((document) => replaceRule(document, path, ruleFor(chosen)));
        }}
        className={`${INPUT} min-w-44 flex-1`}
      >
        {bricks
          .filter(({ key, type }) => key !== own && key !== undefined && type !== 'text')
          .map(({ key }) => (
            <option key={shown(key)} value={shown(key)}>
              {nameOf(shown(key))}
            </option>
          ))}
      </select>
      {isList ? (
        <select
          aria-label={`${label}: answer`}
          value={shown(rule.is)}
          onChange={(event) =>
            set(
              [...path, 'is'],
              answers.find((each) => String(each) === event.target.value),
            )
          }
          className={`${INPUT} max-w-40 min-w-0`}
        >
          {answers.map((each) => (
            <option key={String(each)} value={String(each)}>
              is {valueWords(each)}
            </option>
          ))}
        </select>
      ) : (
        <label className="flex items-center gap-2 text-sm text-muted">
          at least
          <input
            type="number"
            step="any"
            aria-label={`${label}: at least`}
            value={shown(rule.at_least)}
            onChange={(event) => set([...path, 'at_least'], Number(event.target.value))}
            className={`${INPUT} w-20`}
          />
        </label>
      )}
    </>
  );
}
