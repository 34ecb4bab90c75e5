/** What every field of the form needs: the document as it is, a way to change the text, and what is wrong where. */
import { createContext, useContext } from 'react';
import type { Path } from '../editor/json-schema.ts';
import type { Members } from '../kits/members.ts';
import type { YamlChange } from './edit-yaml.ts';

export interface KitFormState {
  kit: Members;
  bricks: readonly Members[];
  edit(change: YamlChange): void;
  /** Sets a value, or takes it away where it is empty. */
  set(path: Path, value: unknown): void;
  faultAt(path: Path, label: string): string | undefined;
  isFaulty(path: Path): boolean;
  nameOf(key: string): string;
}

const Context = createContext<KitFormState | undefined>(undefined);

export const KitFormProvider = Context.Provider;

export function useKitForm(): KitFormState {
  const state = useContext(Context);
  if (state === undefined) throw new Error('There is no kit form around this field.');
  return state;
}
