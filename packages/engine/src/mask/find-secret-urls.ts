/**
 * Web addresses that grant access to anyone who has them: with a password, a token, a signature, or a part too random
 * to be a title.
 */
import type { Identity, MaskText } from './identity.ts';

const URL_SHAPE = /https?:\/\/[^\s<>"'”)\]]{4,2000}/gi;
const SECRET_NAME =
  /[?&#;](?:[\w-]{0,20}(?:token|secret|password|passwd|pwd|signature|session|api_?key|auth|credential|jwt|otp)[\w-]{0,20}|sig|key|code|pass|sid|invite|access|x-amz-[\w-]{1,40})=[^&#]/i;
const USER_INFO = /^https?:\/\/[^/?#@\s]{1,200}:[^/?#@\s]{1,200}@/i;
const RANDOM_PART = /[A-Za-z0-9_-]{16,200}/g;

export function findSecretUrls(texts: readonly MaskText[]): Identity[][] {
  return texts.map(({ text }) =>
    [...text.matchAll(URL_SHAPE)].flatMap((match): Identity[] => {
      const url = match[0].replace(/[.,;:!?]+$/, '');
      if (!isSecret(url)) return [];
      return [{ start: match.index, end: match.index + url.length, kind: 'url_secret', normal: url }];
    }),
  );
}

function isSecret(url: string): boolean {
  if (USER_INFO.test(url) || SECRET_NAME.test(url)) return true;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return [...path.matchAll(RANDOM_PART)].some(([part]) => isRandom(part));
}

/** Digits among letters repeatedly, as in no title: "7c9e6679f4a84b2e", not "how-to-return-a-kettle-17". */
function isRandom(part: string): boolean {
  const changes = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return changes >= 4;
}
