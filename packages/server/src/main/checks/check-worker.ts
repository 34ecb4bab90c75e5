/** The module that every checking thread runs. */
export { serveCheck as default } from './serve-checks.ts';
