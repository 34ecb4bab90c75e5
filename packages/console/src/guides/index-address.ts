/** Replaced while the console is built (vite-guides.ts). */
export const INDEX_ADDRESS = '';
