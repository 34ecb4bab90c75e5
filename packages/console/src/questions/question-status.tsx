import type { Question } from '@brickwork/client';
import { Tag } from '../ui/status-badge.tsx';

const TONES = {
  running: 'accent',
  enough: 'ok',
  complete: 'ok',
  capped: 'warn',
  cancelled: 'plain',
  failed: 'bad',
} as const;
const NAMES = {
  running: 'asking',
  enough: 'enough calls read',
  complete: 'every call read',
  capped: 'stopped at a limit',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

export function QuestionStatus({ status }: Pick<Question, 'status'>) {
  return <Tag tone={TONES[status]}>{NAMES[status]}</Tag>;
}
