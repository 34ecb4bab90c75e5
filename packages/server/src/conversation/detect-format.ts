/** Which shape a conversation came in. Looks at the outside only: a fault inside is reported by the shape's reader. */
import { isAssemblyai } from './assemblyai.ts';
import type { ConversationFormat } from './conversation.ts';
import { isDeepgram } from './deepgram.ts';
import { isEmailText } from './email-text.ts';
import { isEmail } from './email-thread.ts';
import { inputFault, isRecord } from './expect-input.ts';
import { isSrt, isVtt } from './timed-text.ts';
import { isWhisper } from './whisper.ts';

export function detectFormat(value: unknown, path: string): ConversationFormat {
  if (typeof value === 'string') return detectTextFormat(value);
  if (Array.isArray(value)) return detectListFormat(value);
  if (isRecord(value)) {
    if ('messages' in value) return 'messages';
    if ('emails' in value || isEmail(value)) return 'email';
    if ('turns' in value) return 'turns';
    if (isDeepgram(value)) return 'deepgram';
    if (isAssemblyai(value)) return 'assemblyai';
    if (isWhisper(value)) return 'whisper';
  }
  throw inputFault(path, 'must be a text, an array of turns, messages or mails, or the transcript of a known recorder');
}

/** `labelled` covers texts with and without labels: only reading the whole text shows which it is. */
function detectTextFormat(text: string): ConversationFormat {
  if (isVtt(text)) return 'vtt';
  if (isSrt(text)) return 'srt';
  return isEmailText(text) ? 'email' : 'labelled';
}

function detectListFormat(items: readonly unknown[]): ConversationFormat {
  const first = items.find(isRecord);
  if (first === undefined) return 'turns';
  if ('role' in first && 'content' in first) return 'messages';
  return isEmail(first) ? 'email' : 'turns';
}
