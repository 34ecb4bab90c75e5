export { type Environment, type Permission, ROLES, type Role } from '@brickwork/client';
