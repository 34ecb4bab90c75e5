/** A mention in a text that identifies somebody: its position, its class, and a normal form that is the same for every spelling. */
import type { MaskClass } from '@brickwork/contract/kit';

export interface Identity {
  start: number;
  end: number;
  kind: MaskClass;
  /** Equal normal forms of a class are one identity and share a placeholder. */
  normal: string;
}

/** A stretch of text by one speaker. Numbers and names are searched across neighbouring ones. */
export interface MaskText {
  text: string;
  /** As the input names the speaker. */
  speaker?: string | undefined;
}
