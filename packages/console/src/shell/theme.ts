/** The chosen colours, as a part of the state of a page. */
import { useCallback, useState } from 'react';
import { applyStoredTheme, storeTheme, type Theme } from './stored-theme.ts';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(applyStoredTheme);
  const choose = useCallback((chosen: Theme) => {
    storeTheme(chosen);
    setTheme(chosen);
  }, []);
  return [theme, choose];
}
