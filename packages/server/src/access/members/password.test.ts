import { describe, expect, it } from 'vitest';
import { createPasswords } from './password.ts';

const OF_OTHERS = '$argon2id$v=19$m=8192,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$PaTjJOdFbJ5OsJYmxRnOGSXOfFyXHYEagnbHczA9zMc';

describe('passwords', () => {
  const passwords = createPasswords();

  it('are right or wrong by what was hashed, with a salt of its own each time', async () => {
    const [hash, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(hash);
    expect(await passwords.isRight(hash, 'correct horse')).toBe(true);
    expect(await passwords.isRight(hash, 'correct hors')).toBe(false);
    expect(await passwords.isRight(undefined, 'correct horse')).toBe(false);
  });

  it('that earlier releases hashed stay right, whatever their parameters', async () => {
    const ours = '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IG9mIG91cnM$yFBa0BYE6kUageQnhw53o0jJfIPOnOn9nIE/+zVECa8';
    expect(await passwords.isRight(ours, 'hello')).toBe(true);
    expect(await passwords.isRight(ours, 'Hello')).toBe(false);
    expect(await passwords.isRight(OF_OTHERS, 'hello')).toBe(true);
  });
});
