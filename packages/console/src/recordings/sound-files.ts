/** Which files are recordings, by name; the service checks what they contain. */
const ENDINGS = ['wav', 'flac', 'mp3', 'm4a', 'mp4', 'aac', 'ogg', 'opus', 'oga', 'webm', 'wma', 'amr', 'gsm'] as const;

/** `accept` of a file input. */
export const ACCEPTED = ['audio/*', ...ENDINGS.map((ending) => `.${ending}`)].join(',');

export function isSound(path: string): boolean {
  return ENDINGS.some((ending) => path.toLowerCase().endsWith(`.${ending}`));
}
