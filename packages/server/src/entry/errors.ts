/** Entry point `@brickwork/server/errors`: the errors that the other entry points throw. It loads nothing else. */
export { ServiceError } from '../core/service-error.ts';
export { StartError } from '../storage/embedded/start-error.ts';
