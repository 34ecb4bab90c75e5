/** Zendesk: `GET /api/v2/tickets/{id}/comments?include=users`. Private comments are notes, and system comments have no author. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import { byId, fileNames, firstRecord, labelOf, readItems, textOf, type VendorFormat } from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

export const zendesk: VendorFormat = {
  marks: ['comments', 'author_id', 'html_body', 'plain_body', 'audit_id', 'via'],
  is(value) {
    const comment = isRecord(value) ? firstRecord(value.comments) : undefined;
    return comment !== undefined && 'author_id' in comment && ('body' in comment || 'plain_body' in comment);
  },
  read(value, path) {
    const answer = expectRecord(value, path);
    const users = byId(answer.users);
    return readItems(answer.comments, `${path}.comments`, (comment, here) => {
      const id = labelOf(comment.author_id);
      const body = expectText(comment.plain_body ?? comment.body, `${here}.body`);
      const user = users.get(id ?? '');
      const role = textOf(user?.role);
      const [name, email] = [textOf(user?.name), textOf(user?.email)];
      return writtenPart(body, {
        kind: kindOf(comment, body),
        attachments: fileNames(comment.attachments, 'file_name'),
        speaker: name ?? id,
        aliases: [role === 'end-user' ? 'customer' : role === undefined ? undefined : 'agent', email],
        at: instantOf(comment.created_at),
        name,
        email,
      });
    });
  },
};

/** Comments of Zendesk Talk begin with the type of the call. */
function kindOf(comment: Record<string, unknown>, body: string): TurnKind | undefined {
  if (labelOf(comment.author_id) === '-1') return 'system';
  if (comment.public === false) return 'note';
  return comment.type === 'VoiceComment' && /^\s{0,8}Voicemail\b/i.test(body) ? 'voicemail' : undefined;
}
