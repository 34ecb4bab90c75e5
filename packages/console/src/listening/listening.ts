/** What parts of a page know of the recording that can be heard on it. */
import { createContext, useContext } from 'react';

export interface Listening {
  /** Plays on from there. */
  playFrom(seconds: number): void;
  /** When the words at an offset of the conversation were said. */
  momentOf(offset: number): number | undefined;
  /** The index of the turn that is heard. */
  turn: number | undefined;
}

export const ListeningContext = createContext<Listening | undefined>(undefined);

/** Undefined where there is nothing to listen to. */
export function useListening(): Listening | undefined {
  return useContext(ListeningContext);
}
