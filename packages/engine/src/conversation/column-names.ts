/** Common names for the columns of a table of turns, in CSV and in Markdown, in the form of `columnName`. */
export const TEXT_COLUMNS = [
  'text',
  'message',
  'utterance',
  'content',
  'body',
  'transcript',
  'sentence',
  'words',
  'message_text',
  'dialogue',
  'said',
  'phrase',
  'speech',
  'what',
];
export const SPEAKER_COLUMNS = [
  'speaker',
  'speaker_name',
  'speaker_role',
  'role',
  'author',
  'sender',
  'sender_name',
  'sender_role',
  'from',
  'name',
  'participant',
  'participant_role',
  'participant_name',
  'speaker_label',
  'author_name',
  'talker',
  'party',
  'who',
  'user',
  'user_name',
  'display_name',
  'speaker_id',
  'channel',
];
export const START_COLUMNS = ['start', 'start_time', 'start_seconds', 'begin', 'offset', 'time', 'timestamp'];
export const END_COLUMNS = ['end', 'end_time', 'end_seconds'];

/** `Participant Role`, `ParticipantRole` and `participant_role` are the same name. */
export function columnName(raw: string): string {
  return raw
    .trim()
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_')
    .toLowerCase()
    .replace(/[\s*_-]+/g, '_')
    .replace(/^_|_$/g, '');
}
