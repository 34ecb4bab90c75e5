/** Which calls: a kit and chips, as in the list of runs. */
import type { BrickSchema } from '@brickwork/client';
import { useState } from 'react';
import { useKitSchema, useKits } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { filterOf, withoutAnswers } from '../runs/runs-search.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';

const NO_BRICKS: readonly BrickSchema[] = [];

/** The filter as the API takes it, and the fields that change it. */
export function useCallsFilter() {
  const [kit, setKit] = useState('');
  const [where, setWhere] = useState<string>();
  const timezone = useTimezone();
  const given = filterOf({ kit: kit === '' ? undefined : kit, where }, timezone);
  const filter = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'boolean' ? value : (value as string | string[])]],
    ),
  );
  const choose = (code: string) => {
    setKit(code);
    // Conditions on answers belong to the kit that was chosen before.
    setWhere(withoutAnswers(where));
  };
  return { filter, fields: <CallsFilter kit={kit} onKit={choose} where={where} onWhere={setWhere} /> };
}

interface CallsFilterProps {
  kit: string;
  onKit(code: string): void;
  where: string | undefined;
  onWhere(where: string | undefined): void;
}

function CallsFilter({ kit, onKit, where, onWhere }: CallsFilterProps) {
  const kits = useKits().data ?? [];
  const kitId = kits.find(({ kit_code }) => kit_code === kit)?.kit_id;
  const bricks = useKitSchema(kitId).data?.bricks ?? NO_BRICKS;
  return (
    <>
      <ChoiceField
        label="Calls of"
        value={kit}
        options={[['', 'all kits'] as const, ...kits.map(({ kit_code, name }) => [kit_code, name] as const)]}
        onChange={onKit}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Filters</legend>
        <WhereChips where={where} onWhere={onWhere} bricks={bricks} />
      </fieldset>
    </>
  );
}
