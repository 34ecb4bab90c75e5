/** The closed sets of words that the API, the database and the docs share. */
export const RUN_STATUSES = ['processing', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** What a request may ask for. */
export const NEW_RUN_TYPES = ['api', 'sandbox'] as const;
export type NewRunType = (typeof NEW_RUN_TYPES)[number];

/** `backfill`: evaluates a past run again. */
export const RUN_TYPES = [...NEW_RUN_TYPES, 'backfill'] as const;
export type RunType = (typeof RUN_TYPES)[number];

export const BACKFILL_STATUSES = ['running', 'succeeded', 'capped', 'cancelled', 'failed'] as const;
export type BackfillStatus = (typeof BACKFILL_STATUSES)[number];

export const ERASURE_STATUSES = ['running', 'succeeded', 'cancelled'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

export const RUN_MODES = ['async', 'sync'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** How many reviews a run shows; all of them are listed as reviews. */
export const REVIEWS_OF_RUN = 500;

/** What is said or written, but not by a person of either side for themselves. */
export const SPOKEN_KINDS = ['bot', 'interpreter', 'voicemail'] as const;

/** What an input has beside the words of its conversation. */
export const LEFT_OUT_KINDS = ['note', 'system', 'hold', 'attachment', 'deleted', 'signature'] as const;

export const OUTPUT_FIELDS = ['confidence', 'reason', 'evidence'] as const;
export type OutputField = (typeof OUTPUT_FIELDS)[number];

/** How a value was found: what its confidence is based on. `unsaid`: it was not, and the value stands for that. */
export const BASES = [
  'metric',
  'pattern',
  'lexical',
  'examples',
  'learned',
  'read',
  'weak',
  'model',
  'score',
  'condition',
  'unsaid',
] as const;
export type Basis = (typeof BASES)[number];

/** Why a brick has no value. */
export const APPLICABILITIES = ['not_applicable', 'abstained'] as const;
export type Applicability = (typeof APPLICABILITIES)[number];

export const METRICS = [
  'talk_ratio',
  'word_count',
  'turn_count',
  'longest_monologue_words',
  'question_count',
  'open_question_count',
  'question_rate',
  'interruption_count',
  'silence_seconds',
  'longest_silence',
  'sentiment',
  'sentiment_change',
  'apology_count',
  'filler_rate',
  'keyword_count',
] as const;
export type Metric = (typeof METRICS)[number];

export const EXTRACTORS = ['name', 'money', 'phone', 'email', 'date', 'time', 'id', 'url', 'quote', 'summary'] as const;
export type Extractor = (typeof EXTRACTORS)[number];

/** What can be masked before a conversation leaves for a model, or for a reader who may not see identities. */
export const MASK_CLASSES = [
  'email',
  'phone',
  'card',
  'iban',
  'id_number',
  'address',
  'person',
  'url_secret',
  'password',
  'birth_date',
] as const;
export type MaskClass = (typeof MASK_CLASSES)[number];

export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What a person says about an answer. */
export const VERDICTS = ['correct', 'wrong', 'not_applicable', 'unsure'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const EVENT_TYPES = [
  'run.succeeded',
  'run.failed',
  'run.cancelled',
  'run.reviewed',
  'run.appealed',
  'alert.raised',
  'alert.resolved',
  'spend.warning',
  'spend.reached',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What became of a conversation that was pushed to an intake. */
export const INTAKE_OUTCOMES = ['received', 'accepted', 'replayed', 'skipped', 'failed', 'refused'] as const;
export type IntakeOutcome = (typeof INTAKE_OUTCOMES)[number];
export const ALERT_STATES = ['ok', 'raised'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** What a rule looks at. */
export const ALERT_AGGREGATES = ['share', 'mean', 'quantile', 'no_value'] as const;
export type AlertAggregate = (typeof ALERT_AGGREGATES)[number];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'dead', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What became of writing a run to a destination. */
export const DESTINATION_STATUSES = ['pending', 'succeeded', 'skipped', 'dead', 'cancelled'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];

/** How a channel tells people. */
export const CHANNEL_KINDS = ['email', 'slack', 'teams', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The topics of a channel. */
export const CHANNEL_TOPICS = ['alerts', 'deliveries', 'spend', 'summary', 'appeals'] as const;
export type ChannelTopic = (typeof CHANNEL_TOPICS)[number];

/** What a question across calls asks for. */
export const QUESTION_TYPES = ['boolean', 'categorical', 'numeric', 'text', 'themes'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** `enough`: as narrow as asked; `complete`: every call was asked; `capped`: a limit was reached first. */
export const QUESTION_STATUSES = ['running', 'enough', 'complete', 'capped', 'cancelled', 'failed'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** How the engine's accuracy is known: from reviews of this question, from figures published for such questions, or not at all. */
export const ACCURACY_BASES = ['reviewed', 'published', 'unknown'] as const;
export type AccuracyBasis = (typeof ACCURACY_BASES)[number];

/** What a person says about one call when they judge a question. A skipped call counts for nothing. */
export const JUDGEMENT_ANSWERS = ['yes', 'no', 'skip'] as const;
export type JudgementAnswer = (typeof JUDGEMENT_ANSWERS)[number];

/** Of work in the background: evaluations and learnings. */
export const WORK_STATUSES = ['running', 'succeeded', 'failed', 'cancelled'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** Who speaks on a channel of a recording. */
export const CHANNEL_SIDES = ['agent', 'customer', 'unknown'] as const;
export type ChannelSide = (typeof CHANNEL_SIDES)[number];

export const RECORDING_STATUSES = ['uploading', 'running', 'succeeded', 'failed'] as const;
export type RecordingStatus = (typeof RECORDING_STATUSES)[number];

/** What became of one brick when its kit learned; `ready` until it was tried. */
export const BRICK_LEARNINGS = [
  'ready',
  'learned',
  'not_better',
  'too_few_labels',
  'one_answer_only',
  'no_classes',
] as const;
export type BrickLearningStatus = (typeof BRICK_LEARNINGS)[number];

/** What a proposed `local_from` rests on most. */
export const LOCAL_FROM_BASES = ['reviews', 'kit_reviews', 'calibration'] as const;
export type LocalFromBasis = (typeof LOCAL_FROM_BASES)[number];

export const CONTRAST_STATUSES = ['running', 'succeeded', 'failed'] as const;
export type ContrastStatus = (typeof CONTRAST_STATUSES)[number];
