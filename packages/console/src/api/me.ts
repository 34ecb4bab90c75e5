import type { Role } from '@brickwork/client';

export type { Environment, Permission, Role } from '@brickwork/client';

export const ROLES = ['admin', 'developer', 'runner', 'viewer', 'reviewer', 'analyst'] as const satisfies Role[];
