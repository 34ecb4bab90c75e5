/** Which files are sound, by their names: what is in them is for the service to judge. */
const ENDINGS = ['wav', 'flac', 'mp3', 'm4a', 'mp4', 'aac', 'ogg', 'opus', 'oga', 'webm', 'wma', 'amr', 'gsm'] as const;

/** Of a field that files are chosen with. */
export const ACCEPTED = ['audio/*', ...ENDINGS.map((ending) => `.${ending}`)].join(',');

export function isSound(path: string): boolean {
  return ENDINGS.some((ending) => path.toLowerCase().endsWith(`.${ending}`));
}
