import { useMay } from './session.ts';

export interface CallsWord {
  one: 'run' | 'call';
  many: 'runs' | 'calls';
  title: 'Runs' | 'Calls';
  isEngineer: boolean;
}

/** People who create runs call them runs; for everybody else they are calls. */
export function useCallsWord(): CallsWord {
  return useMay('runs:write') ? RUNS : CALLS;
}

const RUNS = { one: 'run', many: 'runs', title: 'Runs', isEngineer: true } as const;
const CALLS = { one: 'call', many: 'calls', title: 'Calls', isEngineer: false } as const;
