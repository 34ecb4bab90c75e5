import { useRead } from './use-read.ts';

/** In which days begin and end. */
export function useTimezone(): string {
  return useRead((api) => api.settings.get()).data?.timezone ?? 'UTC';
}
