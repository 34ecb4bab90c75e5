import { expect, it } from 'vitest';
import { isSound } from './sound-files.ts';

it('knows recordings by how their names end', () => {
  expect(['call.wav', 'north/2026-09-01.MP3', 'a.b.opus'].filter(isSound)).toHaveLength(3);
  expect(['call.txt', 'wav', 'mp3.docx', 'call', ''].filter(isSound)).toEqual([]);
});
