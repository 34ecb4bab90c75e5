/** A score: what earns points, what makes it fail, and out of how many. */

import { isRecord, type Members, recordsOf, shown } from '../kits/members.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { NumberAt } from './fields.tsx';
import { useKitForm } from './form-context.ts';
import { RuleFields, ruleFor } from './rule-fields.tsx';

export function ScoreFields({ brick, index }: { brick: Members; index: number }) {
  const { faultAt } = useKitForm();
  const path = ['bricks', index, 'score'];
  const score = isRecord(brick.score) ? brick.score : {};
  return (
    <div className="space-y-4">
      <RuleList
        title="Points"
        path={[...path, 'items']}
        rules={recordsOf(score.items)}
        own={brick.key}
        hasPoints
        addLabel="Add a line"
        fault={faultAt([...path, 'items'], 'Points')}
      />
      <RuleList
        title="Fails, regardless of points, if"
        path={[...path, 'fail_if']}
        rules={recordsOf(score.fail_if)}
        own={brick.key}
        addLabel="Add a fail rule"
        fault={undefined}
      />
      <div className="max-w-40">
        <NumberAt label="Out of" path={[...path, 'out_of']} value={score.out_of} placeholder="100" />
      </div>
    </div>
  );
}

interface RuleListProps {
  title: string;
  path: (string | number)[];
  rules: readonly Members[];
  own: unknown;
  hasPoints?: boolean;
  addLabel: string;
  fault: string | undefined;
}

function RuleList({ title, path, rules, own, hasPoints = false, addLabel, fault }: RuleListProps) {
  const { bricks, edit, set } = useKitForm();
  const used = new Set(rules.map(({ brick }) => brick));
  const others = bricks.filter(({ key, type }) => key !== own && key !== undefined && type !== 'text');
  const next = others.find(({ key }) => !used.has(key)) ?? others[0];
  const add = () =>
    edit((document) => {
      const rule = document.createNode({ ...ruleFor(next), ...(hasPoints && { points: 10 }) }, { flow: true });
      if (document.getIn(path) === undefined) document.setIn(path, document.createNode([rule]));
      else document.addIn(path, rule);
    });
  const remove = (at: number) =>
    edit((document) => document.deleteIn(!hasPoints && rules.length === 1 ? path : [...path, at]));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
        <div key={at} className="flex flex-wrap items-center gap-2">
          <RuleFields label={`${title} ${at + 1}`} path={[...path, at]} rule={rule} own={own} />
          {hasPoints && (
            <label className="flex items-center gap-2 text-sm text-muted">
              <input
                type="number"
                step="any"
                min={0}
                aria-label={`${title} ${at + 1}: points`}
                value={shown(rule.points)}
                onChange={(event) => set([...path, at, 'points'], Number(event.target.value))}
                className={`${INPUT} w-20`}
              />
              points
            </label>
          )}
          <Button kind="quiet" isSmall aria-label={`Remove ${title} ${at + 1}`} onClick={() => remove(at)}>
            ✕
          </Button>
        </div>
      ))}
      {fault !== undefined && (
        <p role="alert" className="text-[13px] text-bad">
          {fault}
        </p>
      )}
      {next !== undefined && (
        <Button isSmall onClick={add}>
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}
