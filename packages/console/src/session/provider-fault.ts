/** Why somebody did not come in by the identity provider: the address of the console has a word for it, never a text. */
const SENTENCES: Readonly<Record<string, string>> = {
  unreachable:
    'The identity provider cannot be reached. Try again in a moment; an admin can find the reason with “brickwork doctor”.',
  clock: 'The clocks of the identity provider and of this service differ too much. Ask an admin to correct them.',
  expired: 'That sign-in took too long, or was started in another browser. Start again.',
  refused: 'The identity provider did not let you in. Ask its administrator for access.',
  no_email: 'The identity provider did not send your e-mail address, or has not verified it. Ask its administrator.',
  unverified:
    'Your e-mail address belongs to a member here, and the identity provider does not say that it is verified. Ask its administrator to verify it, or an admin here for help.',
  no_groups:
    'The identity provider did not send your groups, which decide what you may do here. Ask its administrator to send them.',
  no_access: 'None of your groups gives access to a workspace here. Ask an admin for access.',
  failed: 'The sign-in did not work. Start again; if it happens again, the service’s log has the reason.',
};

export function providerSentence(word: string): string | undefined {
  return SENTENCES[word] ?? SENTENCES.failed;
}

/** What the address says that the browser was sent to; it is taken out of it. */
export function providerWord(): string | undefined {
  const url = new URL(location.href);
  const word = url.searchParams.get('sign_in');
  if (word === null) return undefined;
  url.searchParams.delete('sign_in');
  history.replaceState(history.state, '', url);
  return word;
}
