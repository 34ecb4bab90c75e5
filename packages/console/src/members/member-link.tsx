import type { ShownInvitation } from '@brickwork/client';
import { formatTime } from '../ui/format.ts';
import { ShownOnce } from '../ui/shown-once.tsx';

/** Anyone with the link becomes the member, so it must go to one person. */
export function MemberLink({ invitation, onClose }: { invitation: ShownInvitation; onClose(): void }) {
  const link = invitation.link.startsWith('/') ? location.origin + invitation.link : invitation.link;
  return (
    <ShownOnce
      title={`Link for ${invitation.email}`}
      secret={link}
      note={`Send it to ${invitation.email} and to nobody else. It works once, until ${formatTime(invitation.expires_at)}.`}
      onClose={onClose}
    />
  );
}
