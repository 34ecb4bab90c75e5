import { PERSON_ROLES, type PersonRole, ROLE_MEANINGS } from '@brickwork/client';
import { Field, INPUT } from '../ui/field.tsx';
import { AgentField } from './agent-field.tsx';

export interface RoleChoice {
  role: PersonRole;
  agent: string;
}

/** A role with what it means; an agent needs the name that runs have in the dimension “agent”. */
export function RoleFields({ value, onChange }: { value: RoleChoice; onChange(value: RoleChoice): void }) {
  return (
    <>
      <Field label="Role" note={ROLE_MEANINGS[value.role]}>
        {(id) => (
          <select
            id={id}
            value={value.role}
            onChange={({ target }) =>
              onChange({ ...value, role: PERSON_ROLES.find((each) => each === target.value) ?? 'viewer' })
            }
            className={`${INPUT} w-full`}
          >
            {PERSON_ROLES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      {value.role === 'agent' && <AgentField value={value.agent} onChange={(agent) => onChange({ ...value, agent })} />}
    </>
  );
}

export function toRoleRequest({ role, agent }: RoleChoice): { role: PersonRole; agent?: string } {
  return role === 'agent' ? { role, agent: agent.trim() } : { role };
}
