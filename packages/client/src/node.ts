/** What only Node can do. The rest of the client runs anywhere. */
export { fileStore } from './many/file-store.ts';
