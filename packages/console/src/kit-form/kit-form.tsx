/** A kit as a form, for those who do not write YAML. It reads and changes the same text that the editor beside it shows. */
import { useState } from 'react';
import type { Path } from '../editor/json-schema.ts';
import type { LineFault } from '../editor/read-yaml.ts';
import { isRecord, type Members, recordsOf, shown } from '../kits/members.ts';
import { TextField } from '../ui/text-field.tsx';
import { AddQuestions, addBricks } from './add-questions.tsx';
import { BrickForm } from './brick-form.tsx';
import { editYaml, put, type YamlChange } from './edit-yaml.ts';
import { TextAt } from './fields.tsx';
import { KitFormProvider, type KitFormState, useKitForm } from './form-context.ts';
import { slugFrom } from './new-kit.ts';

interface KitFormProps {
  text: string;
  /** What the text reads as; undefined when it is not YAML. */
  value: unknown;
  faults: readonly LineFault[];
  onChange(text: string): void;
  /** Where one types questions at once. */
  hasFocus?: boolean;
}

export function KitForm({ text, value, faults, onChange, hasFocus = false }: KitFormProps) {
  const [open, setOpen] = useState<number>();
  if (!isRecord(value))
    return (
      <p className="p-4 text-sm text-soft" role="status">
        The YAML has errors. Fix them to return to the form.
      </p>
    );
  const state = formState(text, value, faults, onChange);
  const { bricks, edit } = state;
  const keys = new Set(bricks.map(({ key }) => shown(key)));
  return (
    <KitFormProvider value={state}>
      <div className="space-y-4 p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField />
          <TextAt
            label="Short name"
            path={['kit']}
            value={value.kit}
            note="For code and commands. Unique to this kit."
          />
        </div>
        <TextAt label="Description" path={['description']} value={value.description} />
      </div>
      {bricks.length > 0 && (
        <ul aria-label="Questions of the kit" className="divide-y divide-line border-t border-line">
          {bricks.map((brick, index) => (
            <BrickForm
              // biome-ignore lint/suspicious/noArrayIndexKey: a brick's key changes while it is typed.
              key={index}
              brick={brick}
              index={index}
              isOpen={open === index}
              onOpen={setOpen}
            />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-4">
        <AddQuestions
          keys={keys}
          hasFocus={hasFocus}
          isMissing={bricks.length === 0 && state.isFaulty(['bricks'])}
          onAdd={(added) => edit(addBricks(added))}
        />
      </div>
    </KitFormProvider>
  );
}

/** The short name follows the name until somebody writes another. */
function NameField() {
  const { kit, edit, faultAt } = useKitForm();
  const name = shown(kit.name);
  return (
    <TextField
      label="Name"
      value={name}
      error={faultAt(['name'], 'Name')}
      placeholder="Support quality"
      onChange={(next) =>
        edit((document) => {
          if (shown(kit.kit) === slugFrom(name)) document.set('kit', slugFrom(next));
          if (next === '') document.delete('name');
          else document.set('name', next);
        })
      }
    />
  );
}

function formState(
  text: string,
  kit: Members,
  faults: readonly LineFault[],
  onChange: (text: string) => void,
): KitFormState {
  const bricks = recordsOf(kit.bricks);
  const edit = (change: YamlChange) => onChange(editYaml(text, change));
  const within = (path: Path) => faults.filter(({ path: at }) => path.every((step, index) => at?.[index] === step));
  return {
    kit,
    bricks,
    edit,
    set: (path, value) => edit((document) => put(document, path, value)),
    faultAt(path, label) {
      const found = within(path).find(({ path: at }) => at?.length === path.length);
      return found?.says === undefined ? undefined : `${label} ${inFieldWords(found.says)}.`;
    },
    isFaulty: (path) => within(path).length > 0,
    nameOf(key) {
      const brick = bricks.find((each) => each.key === key);
      return shown(brick?.name) || key.replaceAll('_', ' ');
    },
  };
}

/** A pattern is not for people. */
function inFieldWords(says: string): string {
  if (says.startsWith('does not match')) return 'may have lower-case letters, digits and _, and starts with a letter';
  return says.replace(/\.$/, '');
}
