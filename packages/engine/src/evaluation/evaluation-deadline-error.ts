/** An evaluation that was stopped because its time was up. Only its own run fails. */
export class EvaluationDeadlineError extends Error {
  readonly deadlineMs: number;

  constructor(deadlineMs: number) {
    super(`The evaluation took more than ${deadlineMs} ms of computing time and was stopped.`);
    this.name = 'EvaluationDeadlineError';
    this.deadlineMs = deadlineMs;
  }
}
