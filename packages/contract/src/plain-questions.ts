/**
 * Entry point `@brickwork/contract/plain-questions`: questions in plain words, and the bricks that they become. `POST /v1/questions` and the console's
 * new kits read them by the same functions. Loads nothing of endpoints.
 */
export * from './plain-questions/infer-question.ts';
export * from './plain-questions/to-brick.ts';
