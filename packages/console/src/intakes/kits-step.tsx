/** Which kits read what is pushed. A kit with conditions keeps them; they are under “Advanced”. */
import { useKits } from '../api/kits.ts';
import { EMPTY_RULE, type RuleDraft } from './intake-draft.ts';

interface KitsStepProps {
  rules: readonly RuleDraft[];
  onChange(rules: RuleDraft[]): void;
}

export function KitsStep({ rules, onChange }: KitsStepProps) {
  const kits = useKits().data ?? [];
  const toggle = (kit: string) =>
    onChange(
      rules.some((rule) => rule.kit === kit)
        ? rules.filter((rule) => rule.kit !== kit)
        : [...rules.filter((rule) => rule.kit !== ''), { ...EMPTY_RULE, kit }],
    );
  if (kits.length === 0)
    return <p className="text-sm text-soft">There are no kits yet: create one, then choose it here.</p>;
  return (
    <fieldset className="grid min-w-0 gap-2 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="mb-2 text-sm text-soft">
        Every selected kit evaluates each conversation. Earlier deliveries can be replayed below.
      </legend>
      {kits.map(({ kit, name }) => {
        const own = rules.find((rule) => rule.kit === kit);
        return (
          <label
            key={kit}
            className="flex min-w-0 items-start gap-2.5 rounded-lg border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input type="checkbox" checked={own !== undefined} onChange={() => toggle(kit)} className="mt-0.5" />
            <span className="min-w-0">
              <span className="block truncate font-medium" title={name}>
                {name}
              </span>
              <span className="text-[13px] wrap-anywhere text-muted">
                {own !== undefined && isConditional(own) ? 'only conversations that meet its conditions' : kit}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function isConditional({ kit: _kit, ...conditions }: RuleDraft): boolean {
  return Object.values(conditions).some((text) => text.trim() !== '');
}
