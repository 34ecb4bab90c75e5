/** Beside a running service. The build puts the address of a file with a hash in its place (`vite-reference.ts`), which browsers keep. */
export const OPENAPI_ADDRESS = '/openapi.json';
