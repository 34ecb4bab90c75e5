/** An export cannot go on, for a reason that whoever started it can do something about. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}
