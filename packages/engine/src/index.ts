/** Kit + conversation → answers. Kit files are read and checked here too. */
export { readConversation } from './conversation/read-conversation.ts';
export { evaluateKit } from './evaluation/evaluate-kit.ts';
export { EvaluationPool } from './evaluation/evaluation-pool.ts';
export { checkKit } from './kits/check-kit.ts';
export { parseKitFile } from './kits/parse-kit-file.ts';
export { ReaderThreads } from './reader/reader-threads.ts';
