import type { Role } from '@brickwork/client';

export type { Environment, Me, Permission, Role } from '@brickwork/client';

export const ROLES = ['admin', 'developer', 'runner', 'viewer'] as const satisfies Role[];
