import { useSyncExternalStore } from 'react';

const WIDE = matchMedia('(min-width: 64rem)');

/** Whether two panes fit side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      WIDE.addEventListener('change', onChange);
      return () => WIDE.removeEventListener('change', onChange);
    },
    () => WIDE.matches,
  );
}
