/** The kinds of work there are. The queue treats them all alike; a node dispatches each kind with its own slots. */
export const RUN_KIND = 'run';
export const DELIVERY_KIND = 'delivery';
export const EVALUATION_KIND = 'evaluation';
export const BACKFILL_KIND = 'backfill';
export const QUESTION_KIND = 'question';
export const CONTRAST_KIND = 'contrast';
export const LEARNING_KIND = 'learning';
export const INTAKE_KIND = 'intake';
export const MESSAGE_KIND = 'message';
export const WRITE_KIND = 'write';
export const RECORDING_KIND = 'recording';
