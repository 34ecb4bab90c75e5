/** Entry point `@brickwork/server/errors`: the errors that the other entry points throw. It loads nothing else. */
export { ServiceError } from '@brickwork/engine/core/service-error';
export { StartError } from '../../database/embedded/start-error.ts';
