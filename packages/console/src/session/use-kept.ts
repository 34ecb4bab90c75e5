import { useCallback, useState } from 'react';
import { useSession } from '../api/session.ts';

/**
 * Like `useState`, but still there after one went elsewhere and came back: drafts and places survive Back. Kept in memory only,
 * because drafts hold conversations: a reload, a sign-out or the end of the tab forgets them.
 */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const { kept } = useSession();
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  const keep = useCallback(
    (next: Value) => {
      kept.set(name, next);
      setValue(next);
    },
    [kept, name],
  );
  return [value, keep];
}
