/** Entry point `@brickwork/server/errors`: the error of a service that cannot start. It loads nothing else. */
export { StartError } from '../../database/embedded/start-error.ts';
