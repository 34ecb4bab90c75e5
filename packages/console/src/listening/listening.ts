/** What parts of a page need to play its recording. */
import { createContext, useContext } from 'react';

export interface Listening {
  /** Plays from there. */
  playFrom(seconds: number): void;
  /** When the words at an offset of the conversation were said. */
  momentOf(offset: number): number | undefined;
  /** The index of the turn being played. */
  turn: number | undefined;
}

export const ListeningContext = createContext<Listening | undefined>(undefined);

/** Undefined where there is nothing to listen to. */
export function useListening(): Listening | undefined {
  return useContext(ListeningContext);
}
