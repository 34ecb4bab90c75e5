/** What an engine says about one brick. `http` and `storage` decide which of these fields a user sees. */
export interface EvidenceSpan {
  /** Always `conversation.text.slice(start, end)`. */
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
}

export interface BrickOutcome {
  key: string;
  value: string | number | boolean;
  /** 0 to 1: the chance that the value is right, as far as this engine can know. */
  confidence: number;
  /** How the value was found. */
  basis: 'metric' | 'pattern' | 'lexical' | 'examples' | 'learned' | 'weak' | 'model';
  reason: string;
  evidence: EvidenceSpan[];
}
