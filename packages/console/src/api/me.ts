export { type Environment, type Permission, ROLE_MEANINGS, ROLES, type Role } from '@brickwork/client';
