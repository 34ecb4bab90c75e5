/** A reader's process on a machine where the model cannot be loaded. */
import { serveTasks } from '../../src/core/serve-tasks.ts';
import type { ReaderReply, ReaderTask } from '../../src/reader/reading.ts';

serveTasks<ReaderTask, ReaderReply>(async () => ({ ok: false, fault: 'unavailable', reason: 'no runtime' }));
