"""What the API takes and sends. Generated from the contract by `npm run generate`: change the schema there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    # Every type checker brings them, for Python 3.10, too.
    from typing_extensions import NotRequired, TypeAlias

RunStatus = Literal["processing", "queued", "running", "succeeded", "failed", "cancelled"]


# Dimensions that every workspace has, with the metadata keys of the same names.
DefaultDimension = Literal["agent", "team", "channel", "customer"]


# A status that never changes again.
TerminalStatus = Literal["succeeded", "failed", "cancelled"]


# What a request may ask for.
NewRunType = Literal["api", "sandbox"]


RunType = Literal["api", "sandbox", "backfill"]


RunMode = Literal["async", "sync"]


RecordingStatus = Literal["uploading", "running", "succeeded", "failed"]


# Who speaks on a channel of a recording.
ChannelSide = Literal["agent", "customer", "unknown"]


BackfillStatus = Literal["running", "succeeded", "capped", "cancelled", "failed"]


# Of work in the background: evaluations and learnings.
WorkStatus = Literal["running", "succeeded", "failed", "cancelled"]


# What became of one brick when its kit learned.
BrickLearningStatus = Literal[
    "ready",
    "learned",
    "not_better",
    "too_few_labels",
    "one_answer_only",
    "no_classes",
]


ContrastStatus = Literal["running", "succeeded", "failed"]


QuestionStatus = Literal["running", "enough", "complete", "capped", "cancelled", "failed"]


# What a question across calls asks for.
QuestionType = Literal["boolean", "categorical", "numeric", "text", "themes"]


ErasureStatus = Literal["running", "succeeded", "cancelled"]


BrickType = Literal["numeric", "boolean", "categorical", "text"]


KitStatus = Literal["draft", "published", "archived"]


Environment = Literal["live", "test"]


# What the audit log records.
AuditAction = Literal[
    "alert.deleted",
    "alert.saved",
    "audit.accepted",
    "audit.exported",
    "audit.pruned",
    "audit.started",
    "backfill.cancelled",
    "backfill.started",
    "backup.restored",
    "backup.written",
    "calibration.closed",
    "calibration.deleted",
    "calibration.started",
    "canary.deleted",
    "canary.saved",
    "channel.deleted",
    "channel.saved",
    "coaching_note.deleted",
    "coaching_note.written",
    "contrast.asked",
    "contrast.deleted",
    "conversation.read",
    "deliveries.recovered",
    "delivery.replayed",
    "destination.deleted",
    "destination.replayed",
    "destination.saved",
    "dimension.deleted",
    "dimension.saved",
    "directory.changed",
    "erasure.cancelled",
    "erasure.started",
    "evaluation.cancelled",
    "evaluation.started",
    "golden_set.deleted",
    "golden_set.read",
    "golden_set.saved",
    "intake.deleted",
    "intake.delivery_erased",
    "intake.replayed",
    "intake.saved",
    "intake.secret_rotated",
    "invitation.revoked",
    "key.created",
    "key.revoked",
    "key.signed_in",
    "kit.archived",
    "kit.published",
    "kit.published_by_force",
    "kit.pushed",
    "learning.cancelled",
    "learning.started",
    "member.changed",
    "member.invited",
    "member.joined",
    "member.kept",
    "member.link_refused",
    "member.link_requested",
    "member.linked",
    "member.recovery_code_used",
    "member.removed",
    "member.reset",
    "member.signed_in",
    "member.signed_out",
    "permission.refused",
    "plan.changed",
    "question.asked",
    "question.judged",
    "question.removed",
    "recording.created",
    "recording.deleted",
    "recording.played",
    "reporting.granted",
    "reporting.revoked",
    "retention.changed",
    "review_policy.deleted",
    "review_policy.saved",
    "review_queue.added",
    "reviews.exported",
    "run.erased",
    "runs.cancelled",
    "runs.exported",
    "runs.imported",
    "settings.changed",
    "shadow.saved",
    "shadow.stopped",
    "speakers.changed",
    "spend_cap.deleted",
    "spend_cap.saved",
    "view.deleted",
    "view.saved",
    "warehouse.exported",
    "warehouse_export.deleted",
    "warehouse_export.saved",
    "webhook.deleted",
    "webhook.disabled",
    "webhook.enabled",
    "webhook.saved",
    "webhook.secret_rotated",
    "workspace.created",
    "workspace.exported",
    "workspace.imported",
]


Permission = Literal[
    "runs:write",
    "runs:read",
    "runs:read_input",
    "runs:read_own",
    "identities:read",
    "runs:import",
    "runs:erase",
    "reviews:write",
    "appeals:write",
    "coaching:write",
    "views:write",
    "questions:read",
    "questions:write",
    "warehouse:read",
    "warehouse:manage",
    "usage:read",
    "spend:manage",
    "kits:read",
    "kits:write",
    "kits:force",
    "webhooks:manage",
    "channels:manage",
    "keys:manage",
    "members:provision",
    "members:manage",
    "audit:read",
]


Role = Literal[
    "admin",
    "developer",
    "analyst",
    "reviewer",
    "viewer",
    "agent",
    "runner",
    "directory",
]


# The roles that a person can have.
PersonRole = Literal["admin", "developer", "analyst", "reviewer", "viewer", "agent"]


Verdict = Literal["correct", "wrong", "not_applicable", "unsure"]


AppealStatus = Literal["open", "changed", "confirmed"]


AlertState = Literal["ok", "raised"]


DeliveryStatus = Literal["pending", "succeeded", "dead", "cancelled"]


# How a channel tells people.
ChannelKind = Literal["email", "slack", "teams", "webhook"]


# What a channel tells of.
ChannelTopic = Literal["alerts", "deliveries", "spend", "summary", "appeals"]


IntakeOutcome = Literal["received", "accepted", "replayed", "skipped", "failed", "refused"]


DestinationStatus = Literal["pending", "succeeded", "skipped", "dead", "cancelled"]


# Every code that the API answers with.
ErrorCode = Literal[
    "invalid_json",
    "kit_code_or_kit_version_id_required",
    "input_must_be_object",
    "invalid_run_type",
    "invalid_run_mode",
    "invalid_idempotency_key",
    "invalid_limit",
    "invalid_cursor",
    "invalid_parameter",
    "ids_required",
    "too_many_ids",
    "webhook_url_required",
    "invalid_webhook_url",
    "missing_bearer_token",
    "invalid_api_key",
    "sign_in_failed",
    "api_key_expired",
    "invalid_delivery_signature",
    "forbidden",
    "kit_not_found",
    "run_not_found",
    "webhook_not_found",
    "not_found",
    "method_not_allowed",
    "idempotency_key_conflict",
    "run_not_completed",
    "run_already_terminal",
    "conflict",
    "gate_failed",
    "lease_lost",
    "payload_too_large",
    "unsupported_media_type",
    "kit_input_invalid",
    "answers_invalid",
    "intake_invalid",
    "alert_invalid",
    "golden_set_invalid",
    "review_invalid",
    "webhook_url_not_public",
    "kit_definition_invalid",
    "rate_limited",
    "run_request_failed",
    "internal_error",
    "unavailable",
    "storage_quota_exceeded",
]


# A list for a brick with `many`; null where there is no value.
BrickValue: TypeAlias = Union[
    "str",
    "float",
    "bool",
    "None",
    "List[str]",
]


class EvidenceSpan(TypedDict):
    """A verbatim slice and its position in the normalised conversation."""

    text: str
    turn: float
    speaker: NotRequired[str]
    start: float
    end: float
    item: NotRequired[float]
    """For a list: the index of the item that the slice supports."""


class KnowledgeRef(TypedDict):
    """A passage of a knowledge text of the kit."""

    name: str
    passage: float
    """Counted from 1."""
    text: str


class BrickOutput(TypedDict):
    value: BrickValue
    """A list for a brick with `many`. Null where `applicability` says why, or where nothing was
    said and the brick has `absent: null`.
    """
    applicability: NotRequired[Literal["not_applicable", "abstained"]]
    """Why there is no value. `not_applicable`: its `applies_when` does not hold, or no item of its
    score applies. `abstained`: the engine is not sure (below `abstain_below`, a language it does
    not read, a guess, in a language that it reads less well, on which points or conditions
    depend, or a condition that is not sure). Absent on answers.
    """
    confidence: NotRequired[float]
    basis: NotRequired[Literal[
    "metric",
    "pattern",
    "lexical",
    "examples",
    "learned",
    "read",
    "weak",
    "model",
    "score",
    "condition",
    "unsaid",
]]
    """With `include=confidence_basis`: how the value was found. Absent on runs older than this
    field.
    """
    reason: NotRequired[str]
    evidence: NotRequired[List[str]]
    """Verbatim slices of the conversation."""
    evidence_spans: NotRequired[List[EvidenceSpan]]
    """With `include=evidence_spans`."""
    knowledge_refs: NotRequired[List[KnowledgeRef]]
    """Passages of the kit’s knowledge that the answer is based on."""
    confidence_basis: NotRequired[Dict[str, Any]]
    """With `include=confidence_basis`: what a model’s confidence was computed from."""
    reviewed: NotRequired[Literal["corrected", "recomputed"]]
    """With `as=reviewed`, where the answer differs from what the kit gave: reviewers corrected it,
    or it follows from an answer that they corrected. A corrected answer has no confidence.
    """


class RunOutput(TypedDict):
    kit_code: str
    kit_version_id: str
    bricks: Dict[str, BrickOutput]


class RunAnswer(TypedDict):
    """An answer without what proves it."""

    value: str | float | bool | List[str | float | bool] | None
    """Texts are cut after 256 characters."""
    confidence: NotRequired[float]
    applicability: NotRequired[str]
    """Why there is no value, where the brick says so."""


class RunItem(TypedDict):
    """A run as lists show it: everything but the output."""

    run_id: str
    status: RunStatus
    type: RunType
    mode: RunMode
    kit_id: str
    kit_code: str
    kit_version_id: str
    kit_version: float
    occurred_at: str
    """When the conversation took place; `created_at` unless the request or the input says
    otherwise.
    """
    created_at: str
    started_at: NotRequired[str]
    completed_at: NotRequired[str]
    duration_ms: NotRequired[float]
    """From the start of the first attempt to the end."""
    error_code: NotRequired[str]
    """Why it failed; see the error reference."""
    error_message: NotRequired[str]
    """For diagnosis; not for your users."""
    error_user_message: NotRequired[str]
    """Safe to show to your users."""
    external_id: NotRequired[str]
    metadata: NotRequired[Dict[str, str]]
    warnings: NotRequired[List[str]]
    engine: NotRequired[str]
    """Who answered: `local` (the built-in engine, always with a test key), or the model’s name,
    such as `openai/gpt-5-mini`; several are separated by commas. Absent while nothing has been
    evaluated.
    """
    masked: NotRequired[Literal[True]]
    """Names, numbers and addresses of people are placeholders such as `<PERSON_1>`."""
    rescored_from: NotRequired[str]
    """The original run, if this one belongs to a backfill."""
    backfill_id: NotRequired[str]
    erased_at: NotRequired[str]
    """When the contents were erased, on request or by retention. A run that succeeded then has no
    `output`.
    """
    waiting: NotRequired[RunItemWaiting]
    """While the status is `queued`."""
    answers: NotRequired[Dict[str, RunAnswer]]
    """In lists with `include=answers`: the answers of a run that succeeded."""


# A run as it is sent.
Run = TypedDict(
    "Run",
    {
        "run_id": "str",
        "status": "RunStatus",
        "type": "RunType",
        "mode": "RunMode",
        "kit_id": "str",
        "kit_code": "str",
        "kit_version_id": "str",
        "kit_version": "float",
        # When the conversation took place; `created_at` unless the request or the input says
        # otherwise.
        "occurred_at": "str",
        "created_at": "str",
        "started_at": "NotRequired[str]",
        "completed_at": "NotRequired[str]",
        # From the start of the first attempt to the end.
        "duration_ms": "NotRequired[float]",
        # Why it failed; see the error reference.
        "error_code": "NotRequired[str]",
        # For diagnosis; not for your users.
        "error_message": "NotRequired[str]",
        # Safe to show to your users.
        "error_user_message": "NotRequired[str]",
        "external_id": "NotRequired[str]",
        "metadata": "NotRequired[Dict[str, str]]",
        "warnings": "NotRequired[List[str]]",
        # Who answered: `local` (the built-in engine, always with a test key), or the model’s name,
        # such as `openai/gpt-5-mini`; several are separated by commas. Absent while nothing has
        # been evaluated.
        "engine": "NotRequired[str]",
        # Names, numbers and addresses of people are placeholders such as `<PERSON_1>`.
        "masked": "NotRequired[Literal[True]]",
        # The original run, if this one belongs to a backfill.
        "rescored_from": "NotRequired[str]",
        "backfill_id": "NotRequired[str]",
        # When the contents were erased, on request or by retention. A run that succeeded then has
        # no `output`.
        "erased_at": "NotRequired[str]",
        # While the status is `queued`.
        "waiting": "NotRequired[RunWaiting]",
        # Once the run has succeeded.
        "output": "NotRequired[RunOutput]",
        # With `include=input`.
        "input": "NotRequired[Dict[str, Any]]",
        # The output has reviewers’ corrections applied.
        "as": "NotRequired[Literal[\"reviewed\"]]",
        # With `include=conversation`; absent when the run’s contents were erased.
        "conversation": "NotRequired[Conversation]",
        # With `include=usage`, once the run has ended: what it used and cost, over all of its
        # attempts.
        "usage": "NotRequired[RunUsage]",
        # With `include=reviews`: what people said about it, oldest first; of more than 500 the
        # newest. `GET /v1/reviews?run_id=…` has all of them.
        "reviews": "NotRequired[List[Review]]",
    },
)


class ConversationTurn(TypedDict):
    index: float
    speaker: NotRequired[str]
    """The label as it was written."""
    side: NotRequired[Literal["agent", "customer"]]
    text: str
    start: float
    end: float
    start_seconds: NotRequired[float]
    """In the recording, where the input has times."""
    end_seconds: NotRequired[float]
    kind: NotRequired[Literal["bot", "interpreter", "voicemail"]]
    """Absent for what the agent or the customer said."""
    edited: NotRequired[Literal[True]]
    """The last version of a message that was changed."""


class ConversationSpeaker(TypedDict):
    label: str
    side: NotRequired[Literal["agent", "customer"]]
    """Absent when it is unknown."""
    probability: float
    """How likely the side is right, from 0 to 1."""
    basis: NotRequired[Literal["given", "workspace", "label", "address", "other", "words"]]
    """What the side was inferred from."""
    conflict: NotRequired[ConversationSpeakerConflict]
    """Set if the label says one side and the words the other, with the words’ own probability."""
    kind: NotRequired[Literal["bot", "interpreter"]]
    """A bot is on the side of the agent only where no human is; an interpreter on neither."""


class Conversation(TypedDict):
    """The normalised conversation; `start` and `end` are on the same scale as those of evidence
    spans.
    """

    format: str
    """The detected format of the input, such as `labelled` or `vtt`."""
    turns: List[ConversationTurn]
    left_out: NotRequired[List[ConversationLeftOutItem]]
    """Parts of the input that are not conversation: no brick reads it, no evidence quotes it."""
    language: NotRequired[ConversationLanguage]
    """Absent when there are too few words to tell."""
    speakers: NotRequired[List[ConversationSpeaker]]


class AcceptedRun(TypedDict):
    run_id: str
    status: RunStatus
    type: RunType
    sync_fallback: NotRequired[Literal[True]]
    """The run of a sync request did not end in time; poll for it."""
    waited_ms: NotRequired[float]


class CreateRunRequest(TypedDict):
    kit_code: NotRequired[str | None]
    """8-character Kit code. Required unless `kit_version_id` is given."""
    kit_version_id: NotRequired[str | None]
    """Pins a version; takes precedence over `kit_code`."""
    input: Mapping[str, Any]
    """The fields that the kit declares; typically `transcript`."""
    type: NotRequired[NewRunType]
    """`sandbox` may also address a draft by `kit_version_id`."""
    mode: NotRequired[RunMode]
    occurred_at: NotRequired[str]
    """When the conversation took place, RFC 3339. By default as the input says, otherwise now. At
    most a day in the future.
    """
    external_id: NotRequired[str]
    """Your own id for the conversation; you can list runs by it."""
    metadata: NotRequired[Mapping[str, str]]
    """At most 16 pairs of strings, returned with the run."""


class RunPage(TypedDict):
    data: List[RunItem]
    has_more: bool
    next_cursor: NotRequired[str]
    sort_complete: NotRequired[bool]
    """With `sort` by an answer or its confidence. `false`: the kit has more than 20,000 runs in
    these periods, and only the newest were compared.
    """


class RunCount(TypedDict):
    count: float
    erased: float
    """How many of these have been erased; lists include them too."""
    complete: bool
    """`false`: only the newest runs were considered, and older ones may match as well."""
    facets: List[RunCountFacetsItem]


class Erasure(TypedDict):
    erasure_id: str
    """`ers_…`"""
    status: ErasureStatus
    total: float
    """Runs that were selected."""
    erased: float
    """How many of these are erased."""
    created_at: str
    completed_at: NotRequired[str]


class StartedErasure(TypedDict):
    erasure_id: str
    """`ers_…`"""
    status: ErasureStatus
    total: float
    """Runs that were selected."""
    erased: float
    """How many of these are erased."""
    created_at: str
    completed_at: NotRequired[str]
    mentions: List[StartedErasureMentionsItem]
    """Texts that people typed and that are not erased: saved views, questions, coaching notes,
    alert rules and uploaded golden lines that name the customer or the conversation. Check each,
    and change or delete it. At most 100.
    """


class ErasureCount(TypedDict):
    total: float
    """Runs that would be erased now; those that were erased before are not among them. At most
    100,001.
    """


class RunCancellation(TypedDict):
    matched: float
    """Selected runs that had not ended."""
    cancelled: float
    """How many of these this request cancelled. Others may have ended meanwhile."""
    remaining: float
    """How many of these are left for another request: one request cancels at most 5,000."""
    created_before: str
    """Runs accepted from this moment on were not considered. Send it as `filter.created_before` to
    continue with the rest.
    """


class ImportedRun(TypedDict):
    occurred_at: NotRequired[str]
    """When the conversation took place, RFC 3339. By default as the input says, otherwise now. At
    most a day in the future.
    """
    external_id: NotRequired[str]
    """Your own id for the conversation; you can list runs by it."""
    metadata: NotRequired[Mapping[str, str]]
    """At most 16 pairs of strings, returned with the run."""
    input: Mapping[str, Any]
    """The conversation, as in `POST /v1/runs`."""
    bricks: Mapping[str, ImportedRunBricksValue]
    """An answer for every brick of the version. Evidence must be a verbatim slice of the
    conversation; without `evidence_spans` the first occurrence of each text is taken.
    """
    warnings: NotRequired[Sequence[str]]
    engine: NotRequired[str]
    """Who answered: `local`, or a model’s name. `local` by default."""


class ImportResult(TypedDict):
    created: float
    replayed: float
    """Already loaded: nothing was stored."""
    refused: float
    data: List[ImportResultDataItem]


class BatchLine(TypedDict):
    index: float
    http_status: float
    run_id: NotRequired[str]
    status: NotRequired[RunStatus]
    replayed: NotRequired[bool]
    error: NotRequired[str]


class Tokens(TypedDict):
    input: float
    cached_input: float
    """Part of `input`."""
    output: float
    total: float


class RunUsage(TypedDict):
    run_id: str
    status: RunStatus
    engine: str
    """`local` or `model`; `none` when nothing was evaluated."""
    model: NotRequired[str]
    attempts: NotRequired[float]
    """How often the run was started: more than 1 after waiting for a model in the queue, or when a
    worker was lost.
    """
    calls: float
    """Requests to models in all attempts, including failed ones."""
    tokens: Tokens
    credits: float
    """What is charged: nothing for sandbox runs."""
    money: NotRequired[float]
    """`credits` at the price of a credit; absent if no price is set."""
    uncharged_credits: NotRequired[float]
    """For a sandbox run: what its models cost."""
    uncharged_money: NotRequired[float]
    currency: NotRequired[str]
    """The currency of `money`, such as EUR."""
    estimated: bool
    """Some token counts are estimates, because the provider gave none."""


UsageTotals = TypedDict(
    "UsageTotals",
    {
        "from": "str",
        "to": "str",
        # The currency of `money`, such as EUR.
        "currency": "NotRequired[str]",
        "group_by": "Literal[\"day\", \"kit\"]",
        "data": "List[UsageTotalsDataItem]",
        # Sandbox runs that called a model: they are not charged, but the provider is paid.
        "sandbox": "UsageTotalsSandbox",
        # What the workspace stores now, in both environments, and what its plan allows; `null`
        # means no limit.
        "stored": "UsageTotalsStored",
    },
)


class SpokenTurn(TypedDict):
    speaker: NotRequired[str]
    side: NotRequired[Literal["agent", "customer"]]
    kind: NotRequired[Literal["hold"]]
    """Hold music."""
    text: str
    start: float
    end: float
    words: NotRequired[List[SpokenTurnWordsItem]]
    """When each word was said."""


class Recording(TypedDict):
    recording_id: str
    """`rec_…`"""
    status: RecordingStatus
    """`uploading` until it is complete; `running` while it is fetched and transcribed; then
    `succeeded` or `failed`.
    """
    name: NotRequired[str]
    external_id: NotRequired[str]
    metadata: NotRequired[Dict[str, str]]
    occurred_at: NotRequired[str]
    kit_code: NotRequired[str]
    kit_version_id: NotRequired[str]
    language: NotRequired[str]
    """As given, or detected."""
    channels: NotRequired[List[ChannelSide]]
    size_bytes: NotRequired[float]
    """Absent until it is known."""
    received_bytes: float
    """Bytes received so far; continue the upload at this offset."""
    heard_seconds: float
    """How far it has been transcribed."""
    seconds: NotRequired[float]
    """How long it is; known at the end."""
    engine: NotRequired[str]
    """What transcribed it: `whisper/base`."""
    run_ids: List[str]
    """The runs that were created with its conversation."""
    has_audio: bool
    """Whether there is a copy to listen to."""
    audio_until: NotRequired[str]
    """When the copy is deleted."""
    error: NotRequired[str]
    """Why it failed, and what to do."""
    warnings: NotRequired[List[str]]
    """Caveats, such as that sides were inferred."""
    created_at: str
    completed_at: NotRequired[str]
    conversation: NotRequired[RecordingConversation]
    """With `include=conversation`, while it is stored."""


class RecordingRequest(TypedDict):
    kit_code: NotRequired[str | None]
    """The Kit that the conversation is evaluated against. Without one, it is only transcribed."""
    kit_version_id: NotRequired[str | None]
    """Pins a version; takes precedence over `kit_code`."""
    type: NotRequired[NewRunType]
    """Type of run."""
    input: NotRequired[Mapping[str, Any]]
    """Other fields of the run’s input, besides the conversation."""
    occurred_at: NotRequired[str]
    """When the conversation took place, RFC 3339. By default as the input says, otherwise now. At
    most a day in the future.
    """
    external_id: NotRequired[str]
    """Your own id for the conversation; you can list runs by it."""
    metadata: NotRequired[Mapping[str, str]]
    """At most 16 pairs of strings, returned with the run."""
    name: NotRequired[str]
    """The file’s name, to find it again."""
    size_bytes: NotRequired[float]
    """How many bytes will be uploaded. Either this or `url`."""
    url: NotRequired[str]
    """A public https:// address from which the recording is fetched, in parts; it must answer
    requests with `Range`, or send at most 64 MB.
    """
    language: NotRequired[str]
    """The spoken language, such as `de`. Detected by default."""
    channels: NotRequired[Sequence[ChannelSide]]
    """Who speaks on each channel: `["agent", "customer"]`. By default inferred from what is said."""
    keep_audio: NotRequired[bool]
    """Keep a copy to listen to, encrypted, until the run is erased or BRICKWORK_RECORDING_DAYS have
    passed. The default is BRICKWORK_KEEP_RECORDINGS.
    """


class Review(TypedDict):
    review_id: str
    """`rev_…`"""
    run_id: str
    kit_id: str
    kit_version: float
    brick: str
    """The key of the answer in the run’s output."""
    verdict: Verdict
    value: NotRequired[BrickValue]
    """The right value, where the reviewer gave it. Erased with the run."""
    note: NotRequired[str]
    """Erased with the run. Needs the permission runs:read_input, because notes may quote the
    conversation.
    """
    answer: NotRequired[BrickValue]
    """The value that was reviewed. Erased with the run."""
    confidence: NotRequired[float]
    """The confidence of the answer that was reviewed."""
    reviewer: str
    """The id of the key, followed by `/NAME` if the request named a reviewer, or of the person
    (`mem_…`); prefixed with `import/` if imported. Each has one verdict per brick.
    """
    reviewer_name: NotRequired[str]
    """The reviewer’s name. Absent if the review was imported or comes from an earlier release."""
    created_at: str
    superseded: bool
    """`true`: the same reviewer gave a newer verdict, which counts instead."""


class NewReview(TypedDict):
    brick: str
    """The key of an answer in the run’s output."""
    verdict: Verdict
    value: NotRequired[BrickValue]
    """The right value; only with `wrong`. It must be one that the brick can have (400 otherwise),
    and differ from the answer. A score has none: correct the answers that it is computed from.
    """
    note: NotRequired[str]


class ReviewPage(TypedDict):
    data: List[Review]
    has_more: bool
    next_cursor: NotRequired[str]


class PreviewedAnswer(TypedDict):
    brick: str
    before: PreviewedAnswerBefore
    """With the current reviews applied."""
    after: PreviewedAnswerAfter
    reviewed: NotRequired[Literal["corrected", "recomputed"]]
    """Absent if the answer would again be the one the kit gave."""


class Calibration(TypedDict):
    calibration_id: str
    """`cal_…`"""
    kit_id: str
    name: str
    by: Actor
    calls: float
    people: List[CalibrationPeopleItem]
    """Everyone who has reviewed a call of the session since it began, at most 50."""
    created_at: str
    closed_at: NotRequired[str]


class ComparedCall(TypedDict):
    run_id: str
    brick: str
    differs: bool
    """Whether they disagree."""
    said: List[ComparedCallSaidItem]


class CalibrationDetail(TypedDict):
    calibration_id: str
    """`cal_…`"""
    kit_id: str
    name: str
    by: Actor
    calls: float
    people: List[CalibrationDetailPeopleItem]
    """Everyone who has reviewed a call of the session since it began, at most 50."""
    created_at: str
    closed_at: NotRequired[str]
    runs: List[CalibrationDetailRunsItem]
    """In the order in which they are given."""
    results: NotRequired[CalibrationDetailResults]
    """Absent until you have reviewed every call or the session is closed, so nobody sees others’
    answers before giving their own.
    """


class NewCalibration(TypedDict):
    name: str
    size: NotRequired[float]
    """Calls without reviews, at random from the newest."""
    run_ids: NotRequired[Sequence[str]]
    """These calls instead."""


class Appeal(TypedDict):
    appeal_id: str
    """`apl_…`"""
    run_id: str
    kit_id: str
    brick: str
    """The answer that is appealed."""
    text: NotRequired[str]
    """Why the answer is wrong. Erased with the run. Visible to its author and to callers with
    runs:read_input, because it may quote the conversation.
    """
    by: Actor
    created_at: str
    status: AppealStatus
    """`open` until somebody reviews the answer; then whether they corrected or confirmed it."""
    settled_at: NotRequired[str]
    note: NotRequired[str]
    """What the reviewer wrote with the review that settled it: the answer to the agent. Erased with
    the run, and visible like `text`.
    """


class NewAppeal(TypedDict):
    brick: str
    """The key of an answer in the run’s output."""
    text: str
    """Why the answer is wrong."""


class AppealPage(TypedDict):
    data: List[Appeal]
    has_more: bool
    next_cursor: NotRequired[str]


ReviewMatch: TypeAlias = Union[
    "ReviewMatch1",
    "ReviewMatch2",
    "ReviewMatch3",
]


class ReviewPolicyRequest(TypedDict):
    """Which runs of a kit people should review."""

    random: NotRequired[float]
    """The share of all runs to review, drawn by a hash of the run id. Without it, accuracy cannot
    be estimated for the rest.
    """
    below_confidence: NotRequired[float]
    """Every run with an answer below this confidence. Metrics, scores and answers that do not apply
    do not count.
    """
    match: NotRequired[Sequence[ReviewMatch]]
    """Every run with one of these answers, values of a dimension such as `team`, or metadata pairs."""
    second_review: NotRequired[float]
    """The share of drawn runs that a second person reviews too."""
    since: NotRequired[str]
    """Runs that ended since then are considered; by default only those from now on."""


class ReviewPolicy(TypedDict):
    random: float
    below_confidence: NotRequired[float]
    match: List[ReviewMatch]
    second_review: float
    updated_at: str
    problem: NotRequired[str]
    """Why a part of it draws nothing, such as a deleted dimension."""


class ReviewQueue(TypedDict):
    kit_id: str
    policy: NotRequired[ReviewPolicy]
    """Absent: nothing is drawn for this kit."""
    open: float
    """Items waiting for somebody."""
    leased: float
    """Items being reviewed now."""
    reviewed: float
    appeals: List[Appeal]
    """The newest open appeals of this kit, 50 at most, with their texts. Reviewing the answer
    settles one.
    """
    caught_up: bool
    """`false`: there are ended runs that have not been considered yet."""


class ReviewItem(TypedDict):
    item_id: str
    """`rvi_…`"""
    run_id: str
    kit_id: str
    reasons: List[ReviewItemReasonsItem]
    """Why it was drawn."""
    probability: NotRequired[float]
    """The probability that a run like this one is drawn; quality figures use it as a weight.
    Absent: somebody chose it, which says nothing about other runs.
    """
    second: bool
    """A second person reviews the same run."""
    leased_until: str
    """Renew the lease before then, or the item goes to somebody else."""


class QueuedRuns(TypedDict):
    kit_id: str
    added: float
    """Runs that were added to the queue."""
    already: float
    """Runs that were already in the queue, or reviewed from it."""
    open: float
    """Items waiting for somebody."""


class ReviewDraw(TypedDict):
    kit_id: str
    runs: float
    """Runs that were considered."""
    complete: bool
    """`false`: more runs match than were considered."""
    drawn: float
    second: float
    """How many of these two people review."""
    reasons: ReviewDrawReasons
    """How many runs were drawn for each reason; a run may count for several."""
    days: float
    """Days that these runs span, by the time of the conversations; at least 1."""
    per_day: float
    """`drawn` by `days`."""
    added: float
    """Runs that were added to the queue; 0 with `dry_run`."""


class NextReviewItem(TypedDict):
    item: NotRequired[ReviewItem]
    open: float
    """Items left besides this one."""


class BrickQuality(TypedDict):
    brick: str
    n: float
    """Answers behind the estimate: from drawn runs, with a settled verdict."""
    accuracy: NotRequired[float]
    """Estimated share of right answers among all runs, not only the reviewed ones."""
    low: NotRequired[float]
    """Lower end of its 95 % interval."""
    high: NotRequired[float]
    reviewed: float
    """Answers with any verdict, including runs that were not drawn."""
    correct: float
    wrong: float
    not_applicable: float
    unsure: float
    disputed: List[str]
    """Up to 20 runs on which reviewers disagree and no answer has a majority. Review them to settle
    the disagreement.
    """
    ece: NotRequired[float]
    """Expected calibration error: how far confidence is from accuracy on average."""
    reliability: List[BrickQualityReliabilityItem]
    """The accuracy in each bin of confidence; empty bins are left out."""
    confusion: List[BrickQualityConfusionItem]
    """Pairs of the given answer and the right one, most frequent first; at most 100, or 5 with
    `group_by`. Texts are cut after 100 characters.
    """
    agreement: NotRequired[BrickQualityAgreement]
    """Between reviewers, beyond chance: Cohen’s kappa for two, Krippendorff’s alpha for more."""
    share_above_threshold: NotRequired[float]
    """Estimated share of answers with a confidence of at least `threshold`."""
    accuracy_above_threshold: NotRequired[float]
    learned: NotRequired[BrickQualityLearned]
    """What the brick of the live version learned from reviews or labels; not with `group_by`."""


class KitQuality(TypedDict):
    kit_id: str
    threshold: float
    data: List[KitQualityDataItem]


class GoldenSet(TypedDict):
    kit_id: str
    name: str
    hash: str
    """SHA-256 of its lines: another hash is another version of the set."""
    lines: float
    bytes: float
    created_at: str


class AddedGoldenRuns(TypedDict):
    kit_id: str
    name: str
    hash: str
    """SHA-256 of its lines: another hash is another version of the set."""
    lines: float
    bytes: float
    created_at: str
    added: float
    """Runs for which a line was added."""
    replaced: float
    """Runs whose line was updated."""
    left_out: float
    """Runs without reviewed answers, or whose input was erased."""


class GoldenLine(TypedDict):
    """An input and the values that a person considers right."""

    external_id: NotRequired[str]
    input: Mapping[str, Any]
    expected: Mapping[str, BrickValue]


GoldenSetRequest: TypeAlias = Union[
    "GoldenSetRequest1",
    "GoldenSetRequest2",
    "GoldenSetRequest3",
]


class BrickScore(TypedDict):
    """As in the guide on golden sets."""

    key: str
    type: str
    n: float
    accuracy: float
    macro_f1: NotRequired[float]
    mae: NotRequired[float]
    spearman: NotRequired[float]
    kappa: NotRequired[float]
    ece: float
    max_confidence: float
    share_at_80: float
    accuracy_at_80: float | None


class Evaluation(TypedDict):
    evaluation_id: str
    """`evl_…`"""
    kit_id: str
    kit_version_id: str
    kit_version: float
    set: EvaluationSet
    engine: str
    """`auto` or `local`, as requested."""
    status: WorkStatus
    done: float
    """Lines answered so far."""
    total: float
    """Number of lines in the golden set; while the evaluation runs, the current number."""
    credits: float
    created_at: str
    completed_at: NotRequired[str]
    error: NotRequired[str]
    report: NotRequired[EvaluationReport]


class BrickComparison(TypedDict):
    key: str
    n: float
    accuracy_before: float
    accuracy_after: float
    gained: float
    lost: float
    p: float
    """McNemar’s exact test: below 0.05 the difference is unlikely to be chance."""
    flips: List[BrickComparisonFlipsItem]


class ComparedEvaluation(TypedDict):
    evaluation_id: str
    """`evl_…`"""
    kit_id: str
    kit_version_id: str
    kit_version: float
    set: ComparedEvaluationSet
    engine: str
    """`auto` or `local`, as requested."""
    status: WorkStatus
    done: float
    """Lines answered so far."""
    total: float
    """Number of lines in the golden set; while the evaluation runs, the current number."""
    credits: float
    created_at: str
    completed_at: NotRequired[str]
    error: NotRequired[str]
    report: NotRequired[ComparedEvaluationReport]
    against: NotRequired[List[BrickComparison]]


class EvaluationRequest(TypedDict):
    set: str
    """The name of a golden set of the kit."""
    version: NotRequired[float]
    """The newest version by default."""
    engine: NotRequired[Literal["auto", "local"]]
    """`local` asks no model."""
    dry_run: NotRequired[bool]


class EvaluationEstimate(TypedDict):
    lines: float
    input_tokens: float
    """A rough estimate, on the high side; 0 when no model is called."""
    credits: float


class BrickLearning(TypedDict):
    key: str
    status: BrickLearningStatus
    """`learned`; `not_better`: not clearly right more often in cross-validation; `too_few_labels`:
    fewer than ten; `one_answer_only`: all labels are the same; `no_classes`: texts, numbers and
    lists cannot be learned; `ready`, until it is tried.
    """
    labels: float
    """Answers labelled by people: in reviews or in a golden set."""
    before: NotRequired[float]
    """The share of them that the brick as written gets right."""
    after: NotRequired[float]
    """The share that is right in cross-validation."""
    kept: NotRequired[bool]
    """It could not be tried, and keeps what it learned before. Absent otherwise."""


class Learning(TypedDict):
    learning_id: str
    """`lrn_…`"""
    kit_id: str
    kit_version_id: str
    """The version that is taught."""
    kit_version: float
    set: NotRequired[str]
    """The golden set that it learns from; absent: reviews."""
    status: WorkStatus
    done: float
    """Conversations read so far."""
    total: float
    """Labelled conversations: the newest 400 at most."""
    bricks: List[BrickLearning]
    """Bricks with labels, in the order of the kit."""
    learned: NotRequired[LearningLearned]
    """When it has succeeded and something was learned: the new version, a draft like any other.
    Publish it to use it.
    """
    error: NotRequired[str]
    created_at: str
    completed_at: NotRequired[str]


class LearningRequest(TypedDict):
    set: NotRequired[str]
    """A golden set of the kit to learn from. By default reviews."""
    since: NotRequired[str]
    """Only reviews of runs created since. Not with `set`."""
    min_reviewers: NotRequired[float]
    """How many must agree on an answer; 1 by default. Not with `set`."""
    version: NotRequired[float]
    """The version to teach: by default the live one, or the newest if none is live."""
    dry_run: NotRequired[bool]
    """Only list the bricks with enough labels."""


class LearningEstimate(TypedDict):
    conversations: float
    bricks: List[BrickLearning]


class QuestionAccuracy(TypedDict):
    basis: Literal["reviewed", "published", "unknown"]
    """`reviewed`: people reviewed answers to this question. `published`: measured on other kits.
    `unknown`: not measured, so the interval is wide.
    """
    source: str
    sensitivity: NotRequired[QuestionAccuracySensitivity]
    """For yes/no questions: the share of true yes calls that are answered yes."""
    specificity: NotRequired[QuestionAccuracySpecificity]
    right: QuestionAccuracyRight
    """How many answers are right."""


class QuestionShare(TypedDict):
    low: float
    high: float
    value: float
    sampling: QuestionShareSampling
    """The part of the interval that reading more calls narrows."""
    observed: float
    """As the engine answered, before its errors are corrected."""


class QuestionFigure(TypedDict):
    low: float
    high: float
    value: float
    sampling: QuestionFigureSampling
    """The part of the interval that reading more calls narrows."""


class QuestionQuote(TypedDict):
    run_id: str
    text: str
    """Verbatim."""
    answer: str
    confidence: float


class QuestionThemes(TypedDict):
    found: List[QuestionTheme]
    """The most frequent first. A call may be in several; each has at least five calls."""
    other: QuestionThemesOther
    """Calls that say something about it, but belong to no theme."""
    silent: float
    """Calls that do not mention it, or whose answer is not sure."""
    unread: float
    """Calls that say something about it and whose words have been deleted since; in no theme."""


class QuestionTheme(TypedDict):
    low: float
    high: float
    value: float
    sampling: QuestionThemeSampling
    """The part of the interval that reading more calls narrows."""
    observed: float
    """As the engine answered, before its errors are corrected."""
    count: float
    """Calls in the sample."""
    quotes: List[QuestionQuote]
    """Quotes from its calls, one per call."""
    theme: str
    """In the words of its calls, in lower case."""
    also: List[str]
    """Other words for it; each of its calls uses one."""


class QuestionGroup(TypedDict):
    group: str | None
    """The value, or the Monday of the week (`2026-11-09`); null: calls without a value."""
    population: float
    unfinished: NotRequired[Literal[True]]
    """For a week: some of its calls may be missing, because it had not ended when the question was
    asked, or the filter leaves out some of its days.
    """
    n: float
    """Calls that were read."""
    not_sure: float
    """Of these, the calls whose answer is not sure. They count as neither yes nor no; the interval
    allows for both.
    """
    no_value: NotRequired[float]
    """For numbers and texts: the share of calls in which none was mentioned."""
    share: NotRequired[QuestionShare]
    """For yes/no questions: the share of calls with a yes. For themes: the share of calls with
    something to say about it, a problem or praise.
    """
    mean: NotRequired[QuestionFigure]
    """For numbers: the mean over the calls that have one."""
    median: NotRequired[QuestionFigure]
    values: NotRequired[List[QuestionGroupValuesItem]]
    """For categories and texts: the most frequent answers, and the share of calls with each."""


QuestionDifference = TypedDict(
    "QuestionDifference",
    {
        "low": "float",
        "high": "float",
        # The group with the higher value.
        "group": "str",
        "from": "str",
        # The share or mean of `group` minus that of `from`.
        "value": "float",
    },
)


class QuestionJudging(TypedDict):
    judged: float
    """Calls of this question that people have judged; skipped ones are not counted."""
    yes: float
    next: NotRequired[QuestionJudgingNext]
    """What judging more calls would achieve. Absent if none is left."""


class JudgeRequest(TypedDict):
    key: NotRequired[str]
    """Which of the yes/no questions; may be left out where there is only one of them."""
    judgements: Sequence[JudgeRequestJudgementsItem]


class JudgedAnswer(TypedDict):
    key: str
    share: NotRequired[QuestionShare]
    judging: QuestionJudging


class CallToJudge(TypedDict):
    run_id: str
    passage: NotRequired[str]
    """Verbatim: where the engine found its answer. Absent where it quotes nothing; read the call
    then.
    """


class CallsToJudge(TypedDict):
    key: str
    share: NotRequired[QuestionShare]
    judging: QuestionJudging
    question: str
    calls: List[CallToJudge]


class QuestionAnswer(TypedDict):
    key: str
    question: str
    type: QuestionType
    inferred: bool
    """The type was inferred from the wording. Ask with `type` for another."""
    categories: NotRequired[List[str]]
    brick: Dict[str, Any]
    """The same question as a brick of a kit."""
    n: float
    """Calls that were read."""
    not_sure: float
    """Of these, the calls whose answer is not sure. They count as neither yes nor no; the interval
    allows for both.
    """
    no_value: NotRequired[float]
    """For numbers and texts: the share of calls in which none was mentioned."""
    share: NotRequired[QuestionShare]
    """For yes/no questions: the share of calls with a yes. For themes: the share of calls with
    something to say about it, a problem or praise.
    """
    mean: NotRequired[QuestionFigure]
    """For numbers: the mean over the calls that have one."""
    median: NotRequired[QuestionFigure]
    values: NotRequired[List[QuestionAnswerValuesItem]]
    """For categories and texts: the most frequent answers, and the share of calls with each."""
    accuracy: QuestionAccuracy
    enough: bool
    """The sampling error is at most `width` on either side."""
    limited_by: NotRequired[Literal["sampling", "accuracy", "not_sure"]]
    """What makes the interval wide: too few calls, too little known about the engine’s accuracy, or
    answers that are not sure.
    """
    longer: NotRequired[QuestionAnswerLonger]
    """If a limit was reached first: what a longer run would achieve. Ask again with a higher limit:
    calls that the local engine answered are not read again.
    """
    judging: NotRequired[QuestionJudging]
    """For yes/no questions: what people judged."""
    by: NotRequired[List[QuestionGroup]]
    """The largest groups first; weeks in chronological order, the last 50 that have calls."""
    difference: NotRequired[QuestionDifference]
    """For yes/no questions and numbers, if `by` gives exactly two groups: how far apart they are.
    By week: the last two finished weeks.
    """
    themes: NotRequired[QuestionThemes]
    """For themes: what is said, grouped by its words."""
    quotes: QuestionAnswerQuotes


class QuestionPrediction(TypedDict):
    population: float
    """Calls that match and can be read."""
    without_input: float
    """Calls that match but whose input was erased or is past its retention."""
    runs: float
    """The maximum number of calls that have to be read."""
    seconds: float
    credits: float
    is_enough: bool
    """Whether the limits allow for that many."""


class Question(TypedDict):
    question_id: str
    """`qst_…`"""
    status: QuestionStatus
    stopped_by: NotRequired[Literal["runs", "credits", "seconds"]]
    """The limit that ended a `capped` question."""
    questions: List[QuestionAnswer]
    filter: Dict[str, Any]
    """The filter as it was sent."""
    by: NotRequired[str]
    limit: QuestionLimit
    width: float
    seek: Literal["any", "rare"]
    seed: float
    engine: Literal["auto", "local"]
    predicted: QuestionPrediction
    sample: QuestionSample
    cost: QuestionCost
    error: NotRequired[str]
    created_at: str
    completed_at: NotRequired[str]


class QuestionItem(TypedDict):
    question_id: str
    status: QuestionStatus
    questions: List[QuestionItemQuestionsItem]
    asked: float
    credits: float
    created_at: str
    completed_at: NotRequired[str]


class ContrastPhrase(TypedDict):
    phrase: str
    also: List[str]
    """Phrases that come up in the same calls, or mean the same."""
    calls: float
    """Calls from `filter` in which it occurs."""
    calls_against: float
    share: float
    share_against: float
    log_odds: float
    """How much more often, as a difference of log-odds with a prior."""
    z: float
    """The same in standard errors; at least 3."""
    run_ids: List[str]
    """Some of the calls; GET /v1/runs with `filter` and `q` finds all. Erased calls are left out."""


class Contrast(TypedDict):
    contrast_id: str
    """`ctr_…`"""
    status: ContrastStatus
    filter: Dict[str, Any]
    """The filter as it was sent."""
    against: NotRequired[Dict[str, Any]]
    side: Literal["customer", "agent", "all"]
    population: ContrastPopulation
    """Calls that match."""
    sample: ContrastSample
    """Calls that are read: 10,000 on either side at most, chosen at random, the same ones each
    time.
    """
    read: float
    """How many of these have been read so far."""
    unread: float
    """Calls whose input was erased or could not be read."""
    phrases: List[ContrastPhrase]
    """When it has succeeded: the most distinctive first. About one phrase in twenty is chance;
    between calls that do not differ, 93 to 100 of 100 contrasts find none.
    """
    error: NotRequired[str]
    created_at: str
    completed_at: NotRequired[str]


class ContrastRequest(TypedDict):
    filter: Mapping[str, str | bool | float | Sequence[str]]
    """The calls to look at, by the filters of GET /v1/runs: `{"kit_code": "K7TQ2MXB",
    "answer.score": "lt:60"}`.
    """
    against: NotRequired[Mapping[str, str | bool | float | Sequence[str]]]
    """The calls to compare with. By default all other calls of the same kit and period."""
    side: NotRequired[Literal["customer", "agent", "all"]]
    """Whose turns are read; all turns if nobody’s side is known."""
    limit: NotRequired[float]


class QuestionRequest(TypedDict):
    questions: Sequence[str | QuestionRequestQuestionsItem2]
    kit_code: NotRequired[str]
    """Short for `filter.kit_code`: only runs of this kit."""
    filter: NotRequired[Mapping[str, str | bool | float | Sequence[str]]]
    """Which runs: every filter of GET /v1/runs by its name, such as `{"kit_code": "K7TQ2MXB",
    "team": "Porto", "occurred_after": "2026-10-01T00:00:00Z", "q": "refund"}`. By default `api`
    runs that succeeded.
    """
    limit: NotRequired[QuestionRequestLimit]
    width: NotRequired[float]
    """Reading stops once the sampling error is at most this on either side: 0.05 is ±5 points of a
    share, or 5 % of a mean. What the engine’s accuracy adds to the interval is stated
    separately: reading more calls cannot narrow it.
    """
    by: NotRequired[str]
    """A dimension, `metadata.KEY`, or `week` for a trend: the same figures for each of its values,
    or for each week in the workspace’s time zone.
    """
    seek: NotRequired[Literal["any", "rare"]]
    """`rare`: calls whose words are close to the question’s are drawn more often. Weights
    compensate, so the estimate stays unbiased.
    """
    seed: NotRequired[float]
    """The same seed draws the same calls."""
    engine: NotRequired[Literal["auto", "local"]]
    """`local` asks no model and costs nothing."""
    dry_run: NotRequired[bool]
    """Only estimate what it would take."""


class ShadowRequest(TypedDict):
    kit_version_id: str
    """The version that answers alongside the live one; usually a draft."""
    share: float
    """The share of the kit’s runs that it also answers: 0.1 for a tenth. Chosen by a hash of the
    run’s id.
    """
    engine: NotRequired[Literal["auto", "local"]]
    """`local` asks no model."""
    max_credits: NotRequired[float]
    """Its maximum total cost; at that point it ends as `capped`. No cap by default."""


class BackfillEstimate(TypedDict):
    runs: float
    without_input: float
    """Runs that match but whose input was erased or is past its retention."""
    input_tokens: float
    """A rough estimate, on the high side; 0 when no model is asked."""
    credits: float
    most_credits_per_run: float
    """The most that is reserved for a run while it is evaluated. A lower `max_credits` may start
    nothing.
    """
    seconds: float
    """A rough estimate from how long these runs took before, if nothing else is waiting."""


class Backfill(TypedDict):
    backfill_id: str
    """`bfl_…`"""
    kit_id: str
    kit_version_id: str
    kit_version: float
    engine: Literal["auto", "local"]
    filter: Dict[str, Any]
    """As sent; `{ "runs": 12 }` if `run_ids` named them."""
    sample: NotRequired[float]
    shadow: NotRequired[float]
    """For a shadow: the share of the kit’s runs that it follows. Absent: a backfill of past runs."""
    webhooks: bool
    max_credits: NotRequired[float]
    """Absent: a shadow without a cap."""
    status: BackfillStatus
    """`capped`: the next run could have exceeded `max_credits`; the runs evaluated by then are a
    random sample.
    """
    total: float
    """Runs that were chosen; for a shadow, so far."""
    done: float
    """How many of these have ended: `succeeded`, `failed` and `skipped` together."""
    succeeded: float
    failed: float
    skipped: float
    """Runs whose input was erased before their turn, that were cancelled, or (for a shadow) that
    could not be started for a day.
    """
    credits: float
    error: NotRequired[str]
    created_at: str
    completed_at: NotRequired[str]


class ComparedBrick(TypedDict):
    key: str
    type: str
    n: float
    """Runs that answered the brick before and after."""
    changed: float
    """For texts: runs that have a text now but had none before, or the reverse."""
    values: NotRequired[List[ComparedBrickValuesItem]]
    """The values of yes/no questions and categories, the most frequent first."""
    numbers: NotRequired[ComparedBrickNumbers]
    flips: List[ComparedBrickFlipsItem]
    """Runs whose answer changed, the oldest first, up to `flips`."""


class BackfillComparison(TypedDict):
    backfill_id: str
    status: BackfillStatus
    n: float
    """Runs that succeeded before and after."""
    bricks: List[ComparedBrick]
    """Bricks that both versions have, in the order of the newer version."""


class Estimate(TypedDict):
    """A figure with its 95 % interval; without one where too little was counted."""

    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]


class BrickInsights(TypedDict):
    key: str
    name: str
    type: str
    answered: float
    """Runs with a value."""
    not_applicable: float
    """Runs in which the question did not apply."""
    abstained: float
    """Runs without a value for another reason: `not_sure` and `no_answer` together."""
    not_sure: float
    """Runs in which the answer was not sure enough, or depends on one that was not. Never counted
    as a no.
    """
    no_answer: float
    """Runs in which nothing was said about it (`absent: null`)."""
    confidence: NotRequired[float]
    """The mean confidence, where the brick gives one."""
    values: NotRequired[List[BrickInsightsValuesItem]]
    """The values of yes/no questions and categories, the most frequent first; shares are of
    `answered`.
    """
    mean: NotRequired[Estimate]
    """For numeric bricks: the mean."""
    quantiles: NotRequired[List[BrickInsightsQuantilesItem]]
    """Quantiles of numbers, rounded to three significant digits."""
    reviewed: NotRequired[BrickInsightsReviewed]
    """How accurate the answers of these runs are; in `total` only. Absent for scores: review the
    answers that they are computed from.
    """


class InsightsGroup(TypedDict):
    group: NotRequired[str]
    """By the first grouping: the day, the first day of the week (a Monday) or month, the version,
    the value of the dimension or metadata key (absent for runs without one), or `other`.
    """
    groups: NotRequired[Dict[str, str | None]]
    """Its value in each grouping: `{"week": "2026-11-09", "team": "Porto"}`; null for runs without
    a value.
    """
    size: NotRequired[float]
    """For `other`: how many groups it stands for. No other group has it, not even one of that name."""
    kit_version_id: NotRequired[str]
    """With `group_by=version`: its runs are `GET /v1/runs?kit_version_id=…`."""
    runs: InsightsGroupRuns
    bricks: List[BrickInsights]


Insights = TypedDict(
    "Insights",
    {
        "kit_id": "str",
        "kit_code": "str",
        "group_by": "str",
        "from": "str",
        "to": "str",
        # The time zone in which days begin and end.
        "timezone": "str",
        "as": "Literal[\"given\", \"reviewed\"]",
        # Ordered by time or version, otherwise by the number of runs; `other` comes last.
        "data": "List[InsightsGroup]",
        # All groups together, of this page and all others.
        "total": "InsightsGroup",
        # If there is `other`: the groups that it stands for.
        "next_cursor": "NotRequired[str]",
    },
)


Changes = TypedDict(
    "Changes",
    {
        "kit_id": "str",
        "kit_code": "str",
        "calls": "ChangesCalls",
        # The figure by which the kit is judged; absent if nothing was answered.
        "score": "NotRequired[ChangesScore]",
        # What changed by more than chance, clearest first, each once: what follows from another
        # change is left out.
        "changes": "List[ChangesChangesItem]",
        # How many comparisons were made; `changes` are corrected for this number.
        "tested": "float",
        # Agents who need help most come first.
        "agents": "List[ChangesAgentsItem]",
        # Agents with one or two calls.
        "unranked": "List[ChangesUnrankedItem]",
        "from": "str",
        "to": "str",
        # The days compared with.
        "against": "ChangesAgainst",
        "timezone": "str",
        # False while calls of these days may still come in.
        "finished": "bool",
        # Everything that changed by more than chance, with what follows from `changes`.
        "moved": "List[ChangesMovedItem]",
        # The median of the agents.
        "median": "NotRequired[float]",
        # Calls that name no agent.
        "unnamed": "float",
    },
)


class KitWeek(TypedDict):
    kit_id: str
    kit_code: str
    calls: KitWeekCalls
    score: NotRequired[KitWeekScore]
    """The figure by which the kit is judged; absent if nothing was answered."""
    changes: List[KitWeekChangesItem]
    """As in `GET /v1/kits/:kitId/changes`. Empty for kits after the third."""
    tested: float
    """How many comparisons were made; `changes` are corrected for this number."""
    agents: List[KitWeekAgentsItem]
    """Agents who need help most come first; at most five. Empty for kits after the third."""
    unranked: List[KitWeekUnrankedItem]
    """Agents with one or two calls."""
    name: str
    path: str
    """The path of the console’s overview with the same figures."""
    trust: KitWeekTrust
    """How accurate the answers are, according to reviewers."""
    cost: NotRequired[KitWeekCost]
    """The cost of the kit, by the UTC day of evaluation. Needs usage:read."""


Summary = TypedDict(
    "Summary",
    {
        # A Monday.
        "from": "str",
        "to": "str",
        "timezone": "str",
        "title": "str",
        # Kits with calls in the week or the four before, busiest first, eleven at most.
        "kits": "List[KitWeek]",
        # Further kits with calls.
        "more_kits": "float",
        # The summary as it is mailed.
        "text": "str",
    },
)


class Home(TypedDict):
    agent: str
    month: str
    """Its first day, in the workspace’s time zone."""
    today: str
    timezone: str
    kits: List[HomeKitsItem]
    """Kits with calls of the agent in the last eight weeks, five at most."""


# A rule about a figure of a kit. It has either `above` or `below`.
AlertRule = TypedDict(
    "AlertRule",
    {
        # The kit’s id, code or slug.
        "kit": "str",
        # The key of a brick.
        "brick": "str",
        # `share`: the share of runs with a value whose answer is `value`. `mean` and `quantile`: of
        # numbers. `no_value`: the share of all runs without a value.
        "aggregate": "Literal[\"share\", \"mean\", \"quantile\", \"no_value\"]",
        # The answer that is counted; for `share` only.
        "value": "NotRequired[str | float | bool]",
        # For `quantile` only; 0.5 by default.
        "quantile": "NotRequired[float]",
        # `6h`: the last six hours. `7d`: today and the six days before, in the workspace’s time
        # zone. Runs count by the time of their conversations.
        "window": "str",
        # Raised when the figure is greater. Give either this or `below`.
        "above": "NotRequired[float]",
        # Raised when the figure is smaller.
        "below": "NotRequired[float]",
        # How far the figure must come back past the threshold before the alert is resolved; 0 by
        # default.
        "hysteresis": "NotRequired[float]",
        # With fewer runs in the window the alert keeps its state; 30 by default.
        "min_runs": "NotRequired[float]",
        # Conditions, as in lists of runs: a dimension such as `team`, `answer.BRICK`,
        # `confidence.BRICK` or `metadata.KEY`, with a value: `{"team": "emea"}`.
        "where": "NotRequired[Mapping[str, str]]",
        # `reviewed` applies reviewers’ corrections.
        "as": "NotRequired[Literal[\"given\", \"reviewed\"]]",
    },
)


AlertFinding = TypedDict(
    "AlertFinding",
    {
        # The window.
        "from": "str",
        "to": "str",
        # How many runs the figure is computed from.
        "n": "float",
        # Whether there are at least `min_runs`.
        "enough": "bool",
        # With its 95 % interval; absent when there is nothing to count.
        "figure": "NotRequired[Estimate]",
        # The path of the runs behind the figure.
        "runs_url": "str",
    },
)


class Alert(TypedDict):
    name: str
    kit_id: str
    kit_code: str
    rule: AlertRule
    state: AlertState
    since: str
    """When the state was last changed."""
    checked_at: NotRequired[str]
    found: NotRequired[AlertFinding]
    """What the last check found."""
    problem: NotRequired[str]
    """Why the last check had no result."""
    created_at: str
    updated_at: str


class AlertChange(TypedDict):
    """When it was raised or resolved, and what was found then."""

    event_id: str
    """`evt_…`, the event of this change."""
    at: str
    state: AlertState
    """The state from then on."""
    found: NotRequired[AlertFinding]


# What a rule finds in current figures.
AlertCheck = TypedDict(
    "AlertCheck",
    {
        # The window.
        "from": "str",
        "to": "str",
        # How many runs the figure is computed from.
        "n": "float",
        # Whether there are at least `min_runs`.
        "enough": "bool",
        # With its 95 % interval; absent when there is nothing to count.
        "figure": "NotRequired[Estimate]",
        # The path of the runs behind the figure.
        "runs_url": "str",
        # What the alert’s state would be after a check.
        "state": "AlertState",
    },
)


class CanaryRule(TypedDict):
    """A golden set that is evaluated every night on the live version of its kit."""

    kit: str
    """The kit’s id, code or slug."""
    set: str
    """The name of a golden set of the kit."""
    engine: NotRequired[Literal["auto", "local"]]
    """`auto`, as for runs, by default. `local` asks no model."""
    at: NotRequired[str]
    """When it begins, UTC; 03:00 by default."""
    max_drop: NotRequired[float]
    """How far the accuracy of a brick may fall below the baseline; 0.05 by default."""
    max_changed: NotRequired[float]
    """The share of lines whose answer may differ from the baseline’s; 0.1 by default."""


class CanaryFinding(TypedDict):
    evaluation_id: str
    """`evl_…`, the last one that ended."""
    baseline_id: str
    """The first evaluation of this version of the kit on this version of the set, which others are
    compared with.
    """
    evaluation_url: str
    """The path of the comparison, with the lines that are now right or wrong and were not before."""
    kit_version: float
    engine: str
    """What answered: `local` or a model."""
    bricks: List[CanaryFindingBricksItem]


class CanaryChange(TypedDict):
    """When it was raised or resolved, and what was found then."""

    event_id: str
    """`evt_…`, the event of this change."""
    at: str
    state: AlertState
    """The state from then on."""
    found: NotRequired[CanaryFinding]


class Canary(TypedDict):
    name: str
    kit_id: str
    kit_code: str
    rule: CanaryRule
    state: AlertState
    since: str
    """When the state was last changed."""
    checked_at: NotRequired[str]
    found: NotRequired[CanaryFinding]
    """What the last check found."""
    problem: NotRequired[str]
    """Why the last check had no result."""
    created_at: str
    updated_at: str
    running: NotRequired[str]
    """The running evaluation."""
    next_at: str
    """When it is checked next."""


class ChannelSettings(TypedDict):
    kind: ChannelKind
    topics: Sequence[ChannelTopic]
    """`alerts`: alerts and canaries that are raised or resolved. `deliveries`: webhook deliveries
    whose every attempt failed, and endpoints that were disabled because of it. `spend`: spend
    caps at 80 and 100 %; live environment only. `summary`: how last week went, every Monday at
    7:00 in the workspace’s time zone, as a separate message (`GET /v1/summary` shows it).
    `appeals`: an agent disagrees with an answer.
    """
    to: NotRequired[Sequence[str]]
    """Who gets the mail; for `email` only."""
    quiet_hours: NotRequired[ChannelSettingsQuietHours]
    """Nothing is sent between these times, in the workspace’s time zone; what happens in them
    becomes one message afterwards. `from` may be later than `to`: 22:00 to 07:00.
    """
    digest_minutes: NotRequired[float]
    """At most one message in this many minutes: the first is sent immediately, and everything in
    the following minutes becomes one message at their end. 0: each is sent immediately.
    """
    include_text: NotRequired[bool]
    """Whether messages may quote people: what an agent wrote in an appeal. Without it they only
    have ids.
    """
    enabled: NotRequired[bool]
    """A disabled channel gets nothing, and nothing is kept for it."""
    url: NotRequired[str]
    """Where messages are posted; for all kinds but `email`. It is a secret: stored encrypted and
    never shown again. If omitted, the stored one is kept.
    """
    secret: NotRequired[str]
    """Secret that signs messages as specified by Standard Webhooks; only for `webhook`. It is never
    shown again. If omitted, the stored secret is kept.
    """


class ChannelDelivery(TypedDict):
    delivery_id: str
    status: DeliveryStatus
    subject: NotRequired[str]
    """Absent while it still collects notifications."""
    notifications: float
    """How many notifications it contains."""
    test: bool
    """Whether somebody sent it manually."""
    attempts: float
    outcome: NotRequired[str]
    """Result of the last attempt: `succeeded`, `http_404`, `smtp_550`, `timeout` …;
    `waits_quiet_hours` and `waits_digest` before the first.
    """
    next_attempt_at: NotRequired[str]
    created_at: str
    updated_at: str


class Channel(TypedDict):
    name: str
    kind: ChannelKind
    topics: List[ChannelTopic]
    """`alerts`: alerts and canaries that are raised or resolved. `deliveries`: webhook deliveries
    whose every attempt failed, and endpoints that were disabled because of it. `spend`: spend
    caps at 80 and 100 %; live environment only. `summary`: how last week went, every Monday at
    7:00 in the workspace’s time zone, as a separate message (`GET /v1/summary` shows it).
    `appeals`: an agent disagrees with an answer.
    """
    to: NotRequired[List[str]]
    quiet_hours: NotRequired[ChannelQuietHours]
    """Nothing is sent between these times, in the workspace’s time zone; what happens in them
    becomes one message afterwards. `from` may be later than `to`: 22:00 to 07:00.
    """
    digest_minutes: float
    """At most one message in this many minutes: the first is sent immediately, and everything in
    the following minutes becomes one message at their end. 0: each is sent immediately.
    """
    include_text: bool
    """Whether messages may quote people: what an agent wrote in an appeal. Without it they only
    have ids.
    """
    enabled: bool
    """A disabled channel gets nothing, and nothing is kept for it."""
    host: NotRequired[str]
    """The host of the URL, which is not shown itself."""
    signed: bool
    """Whether there is a secret that signs messages."""
    last_delivery: NotRequired[ChannelDelivery]
    created_at: str
    updated_at: str


class WarehouseChanges(TypedDict):
    workspace_id: str
    environment: str
    masked: bool
    """Whether names, numbers and addresses of people are placeholders in the runs."""
    dimensions: List[WarehouseChangesDimensionsItem]
    """By name. When they change, the columns change, and every day must be rewritten."""
    cursor: str
    """Send it as `after` next time."""
    everything: bool
    """`days` are all days with runs: there was no cursor, or it is no longer valid."""
    days: List[str]
    """Days in UTC by `occurred_at`, oldest first. A day may no longer have any runs."""


class WarehouseExportSettings(TypedDict):
    to: str
    """`s3://bucket/prefix`; or `directory`, inside the directory that the operator has set
    (BRICKWORK_EXPORT_DIR). Nothing else may write there.
    """
    region: NotRequired[str]
    """The region of the bucket; required without an `endpoint`."""
    endpoint: NotRequired[str]
    """The https URL of an S3-compatible service."""
    access_key_id: NotRequired[str]
    """The access key id of the credentials for the bucket."""
    every: NotRequired[Literal["hour", "day"]]
    mask: NotRequired[bool]
    """Names, numbers and addresses of people as placeholders. Always on for callers who may not see
    identities.
    """
    enabled: NotRequired[bool]
    secret_access_key: NotRequired[str]
    """Stored encrypted and never shown again. If omitted, the stored one is kept while bucket,
    endpoint and access key are the same.
    """


class WarehouseExport(TypedDict):
    to: str
    """`s3://bucket/prefix`; or `directory`, inside the directory that the operator has set
    (BRICKWORK_EXPORT_DIR). Nothing else may write there.
    """
    region: NotRequired[str]
    """The region of the bucket; required without an `endpoint`."""
    endpoint: NotRequired[str]
    """The https URL of an S3-compatible service."""
    access_key_id: NotRequired[str]
    """The access key id of the credentials for the bucket."""
    every: Literal["hour", "day"]
    mask: bool
    """Names, numbers and addresses of people as placeholders. Always on for callers who may not see
    identities.
    """
    enabled: bool
    running: bool
    started_at: NotRequired[str]
    """When the export that is running, or the last one, started."""
    finished_at: NotRequired[str]
    succeeded_at: NotRequired[str]
    """When the last one that succeeded ended: the data set is as of then."""
    error: NotRequired[str]
    """Why the last one failed, and what to do. It is tried again after ten minutes."""
    runs: NotRequired[float]
    """Runs in the data set."""
    next_at: NotRequired[str]
    """When the next one begins; absent while it is disabled."""
    created_at: str
    updated_at: str


class WarehouseExportState(TypedDict):
    scheduled: NotRequired[WarehouseExport]
    """Absent where no export is scheduled."""
    directory: bool
    """Whether the operator has set a directory for exports."""


class DestinationDocument(TypedDict):
    """The definition of a destination: which answers go to which fields of which record."""

    description: NotRequired[str]
    enabled: NotRequired[bool]
    """Nothing is written to a disabled one; pending deliveries are cancelled."""
    preset: NotRequired[str]
    """A service by name: see GET /v1/destination-presets. Without it, `request` and `auth` describe
    it.
    """
    base_url: NotRequired[str]
    """The address of the service’s API, such as https://acme.zendesk.com. Presets of services with
    one address include it.
    """
    settings: NotRequired[Mapping[str, str]]
    """Settings of the preset; expressions see them as `settings`."""
    record: NotRequired[str]
    """JSONata. Evaluated on the run (`external_id`, `metadata`, `dimensions`, `run`): the id of the
    record to write to. A run without one is skipped.
    """
    kits: NotRequired[Sequence[str]]
    """Slugs, codes or ids. Default: all kits."""
    fields: Mapping[str, str]
    """Which answer goes to which field: the key of a brick, or KEY.reason or KEY.confidence, and
    the target field.
    """
    min_confidence: NotRequired[float]
    """Answers below it count as not sure. Reviewers’ corrections always count as sure."""
    not_sure: NotRequired[Literal["skip", "clear"]]
    """Answers that are not sure or do not apply: their fields are left unchanged, or emptied."""
    mask: NotRequired[bool]
    """Names, numbers and addresses are masked in what is written."""
    request: NotRequired[DestinationDocumentRequest]
    auth: NotRequired[
        DestinationDocumentAuth
        | DestinationDocumentAuth2
        | DestinationDocumentAuth3
        | DestinationDocumentAuth4
        | DestinationDocumentAuth5
    ]


class StoredDestinationDocument(TypedDict):
    """With all defaults filled in."""

    description: NotRequired[str]
    enabled: bool
    """Nothing is written to a disabled one; pending deliveries are cancelled."""
    preset: NotRequired[str]
    """A service by name: see GET /v1/destination-presets. Without it, `request` and `auth` describe
    it.
    """
    base_url: NotRequired[str]
    """The address of the service’s API, such as https://acme.zendesk.com. Presets of services with
    one address include it.
    """
    settings: NotRequired[Dict[str, str]]
    """Settings of the preset; expressions see them as `settings`."""
    record: str
    """JSONata. Evaluated on the run (`external_id`, `metadata`, `dimensions`, `run`): the id of the
    record to write to. A run without one is skipped.
    """
    kits: NotRequired[List[str]]
    """Slugs, codes or ids. Default: all kits."""
    fields: Dict[str, str]
    """Which answer goes to which field: the key of a brick, or KEY.reason or KEY.confidence, and
    the target field.
    """
    min_confidence: NotRequired[float]
    """Answers below it count as not sure. Reviewers’ corrections always count as sure."""
    not_sure: Literal["skip", "clear"]
    """Answers that are not sure or do not apply: their fields are left unchanged, or emptied."""
    mask: bool
    """Names, numbers and addresses are masked in what is written."""
    request: NotRequired[StoredDestinationDocumentRequest]
    auth: NotRequired[
        StoredDestinationDocumentAuth
        | StoredDestinationDocumentAuth2
        | StoredDestinationDocumentAuth3
        | StoredDestinationDocumentAuth4
        | StoredDestinationDocumentAuth5
    ]


class DestinationDelivery(TypedDict):
    delivery_id: str
    """`dsd_…`"""
    run_id: str
    cause: Literal["run", "review", "replay", "test"]
    """The run ended, somebody reviewed it, a replay was requested, or somebody tested the
    destination.
    """
    status: DestinationStatus
    """`skipped`: there was nothing to write, for the reason in `detail`; `dead`: the service
    refused it, or every attempt failed; `cancelled`: a later one replaced it, or the destination
    was disabled.
    """
    attempts: float
    outcome: NotRequired[str]
    """The result of the last attempt: `succeeded`, `http_404`, `timeout`, `token_http_400` …"""
    detail: NotRequired[str]
    """The service’s response, 300 characters at most and without the values that were sent, or why
    it was skipped.
    """
    latency_ms: NotRequired[float]
    next_attempt_at: NotRequired[str]
    created_at: str
    updated_at: str


class Destination(TypedDict):
    name: str
    destination: StoredDestinationDocument
    host: str
    """Where it writes to."""
    secrets: List[str]
    """Names of the stored secrets. Their values are never shown."""
    last_delivery: NotRequired[DestinationDelivery]
    created_at: str
    updated_at: str


class DestinationPreset(TypedDict):
    name: str
    title: str
    summary: str
    base_url: DestinationPresetBaseUrl
    record: str
    """What the record is."""
    field: str
    """What a field is called there."""
    settings: List[DestinationPresetSettingsItem]
    secrets: Dict[str, str]
    """The required secrets by name, and what each is called at the service."""
    adds: bool
    """It adds a note instead of changing fields, once per run."""
    steps: List[str]
    """What to do at the service."""
    documentation: str


class DestinationPreview(TypedDict):
    outcome: Literal["request", "skipped", "failed"]
    reason: NotRequired[str]
    """Why there is no request."""
    run_id: str
    record: NotRequired[str]
    method: NotRequired[str]
    url: NotRequired[str]
    headers: NotRequired[Dict[str, str]]
    """Without secrets."""
    body: NotRequired[Dict[str, Any]]
    fields: List[DestinationPreviewFieldsItem]
    """What happens to each of `fields`."""


# A condition on the answers of other bricks.
Condition = TypedDict(
    "Condition",
    {
        # The key of another brick of the kit.
        "brick": "NotRequired[str]",
        # The value, or one of a list of values. A list answer needs one item among them.
        "is": "NotRequired[str | float | bool | None | List[str | float | bool]]",
        # The lowest number that counts.
        "at_least": "NotRequired[float]",
        # The highest number that counts.
        "at_most": "NotRequired[float]",
        # All of these hold.
        "all": "NotRequired[List[Condition]]",
        # At least one of these holds.
        "any": "NotRequired[List[Condition]]",
        # This does not hold.
        "not": "NotRequired[Condition]",
    },
)


class KitScore(TypedDict):
    """How a score is computed from other bricks."""

    items: List[KitScoreItemsItem]
    fail_if: NotRequired[List[KitScoreFailIfItem]]
    """Any of these makes the score 0. If one is unknown, the score is withheld."""
    out_of: NotRequired[float]
    """The highest score; 100 by default."""


class BrickSchema(TypedDict):
    brick_id: str
    key: str
    name: str
    type: BrickType
    description: NotRequired[str]
    output_fields: List[str]
    """The fields of this Brick’s output, `value` first."""
    min: NotRequired[float]
    max: NotRequired[float]
    step: NotRequired[float]
    absent: NotRequired[float | None]
    score: NotRequired[KitScore]
    categories: NotRequired[List[BrickSchemaCategoriesItem]]
    many: NotRequired[bool]
    max_items: NotRequired[float]
    section: NotRequired[str]
    applies_when: NotRequired[Condition]
    """A condition on the answers of other bricks."""
    abstain_below: NotRequired[float]
    good: NotRequired[bool | str | List[str]]
    """Which values are good: true or false, `high` or `low`, or a list of categories."""


class KitSchema(TypedDict):
    kit_id: str
    kit_code: str
    kit_version_id: str
    version: float
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    name: str
    description: NotRequired[str]
    input: KitSchemaInput
    bricks: List[BrickSchema]
    json_schema: Dict[str, Any]
    """JSON Schema (2020-12) of a run’s `output`."""


class KitTypes(TypedDict):
    kit_version_id: str
    version: float
    typescript: str


class KitSummary(TypedDict):
    kit_id: str
    kit_code: str
    kit: str
    """The slug."""
    name: str
    description: NotRequired[str]
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    kit_version_id: NotRequired[str]
    """The live version; absent while no version is live."""
    version: NotRequired[float]
    newest_version: float
    """The newest version, published or not."""
    created_at: str
    updated_at: str
    archived_at: NotRequired[str]


class KitPage(TypedDict):
    data: List[KitSummary]
    has_more: bool
    next_cursor: NotRequired[str]


class PushedKit(TypedDict):
    kit_id: str
    kit_code: str
    kit_version_id: str
    version: float
    kit: str
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    unlearned: NotRequired[List[str]]
    """Bricks that learned something in the version that was live but not in this one: learn again,
    or push a document that has it. Absent if nothing is lost.
    """
    advice: NotRequired[List[str]]
    """What is valid, but probably not what was meant, such as an amount of money that can be 100 at
    most because `max` is missing: one sentence for each brick. Absent if there is nothing to
    say.
    """


class KitVersion(TypedDict):
    kit_version_id: str
    version: float
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    live: bool
    """Whether `kit_code` and `kit_id` name this version."""
    created_at: str
    published_at: NotRequired[str]
    """When it was first published."""
    published_by: NotRequired[Actor]
    """Who published it; unknown for versions of earlier releases."""


class KitVersionPage(TypedDict):
    kit_id: str
    kit_code: str
    data: List[KitVersion]
    has_more: bool
    next_cursor: NotRequired[str]


class KitVersionDocument(TypedDict):
    kit_version_id: str
    version: float
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    live: bool
    """Whether `kit_code` and `kit_id` name this version."""
    created_at: str
    published_at: NotRequired[str]
    """When it was first published."""
    published_by: NotRequired[Actor]
    """Who published it; unknown for versions of earlier releases."""
    kit_id: str
    kit_code: str
    document: Dict[str, Any]
    forced: NotRequired[KitVersionDocumentForced]
    """It was published although it failed the kit’s gate: by whom, and when."""


KitChange = TypedDict(
    "KitChange",
    {
        "field": "str",
        "from": "NotRequired[Any]",
        "to": "NotRequired[Any]",
    },
)


KitDiff = TypedDict(
    "KitDiff",
    {
        "from": "float",
        # Absent when comparing with a document.
        "to": "NotRequired[float]",
        "breaking": "bool",
        "breaks": "List[KitDiffBreaksItem]",
        "added": "List[KitDiffAddedItem]",
        "removed": "List[KitDiffRemovedItem]",
        "changed": "List[KitDiffChangedItem]",
        # Changes to the kit itself.
        "kit": "List[KitChange]",
    },
)


class BrickMetadata(TypedDict):
    brick_id: str
    key: str
    name: str
    type: BrickType
    kit_id: str
    kit_code: str


class TestedRun(TypedDict):
    kit_id: str
    kit_code: str
    kit_version_id: str
    version: float
    status: KitStatus
    """`published` once it was published for the first time; `archived` while its kit is archived."""
    name: str
    description: NotRequired[str]
    input: TestedRunInput
    bricks: List[BrickSchema]
    json_schema: Dict[str, Any]
    """JSON Schema (2020-12) of a run’s `output`."""
    valid: Literal[True]
    type: NewRunType
    output: TestedRunOutput
    """An output of the right shape with placeholder values."""


class WebhookEndpoint(TypedDict):
    id: str
    """`whe_…`"""
    url: str
    enabled: bool
    """Events of a disabled endpoint wait until it is enabled again."""
    disabled_reason: NotRequired[str]
    """`gone`: a delivery’s last attempt got 410; `manual`: you disabled it."""
    include_sandbox: bool
    """Whether events of sandbox runs are sent too."""
    mask: bool
    """Whether names, numbers and addresses of people are sent as placeholders."""
    created_at: str
    updated_at: str
    secret_hint: str
    """The last characters of the secret, to tell secrets apart."""


class WebhookEndpointWithSecret(TypedDict):
    """What registering and rotating return: nothing else contains the secret."""

    id: str
    """`whe_…`"""
    url: str
    enabled: bool
    """Events of a disabled endpoint wait until it is enabled again."""
    disabled_reason: NotRequired[str]
    """`gone`: a delivery’s last attempt got 410; `manual`: you disabled it."""
    include_sandbox: bool
    """Whether events of sandbox runs are sent too."""
    mask: bool
    """Whether names, numbers and addresses of people are sent as placeholders."""
    created_at: str
    updated_at: str
    secret_hint: str
    """The last characters of the secret, to tell secrets apart."""
    secret: str
    """`whsec_…`: verifies the signatures. Returned here and by `rotate`, nowhere else."""


class DeliveryAttempt(TypedDict):
    id: str
    """`dlv_…`, as the receiver saw it in Service-Delivery-Id."""
    number: float
    """1 to 10. When a worker is lost during an attempt, the repeated attempt has the same number."""
    url: str
    started_at: str
    finished_at: NotRequired[str]
    outcome: NotRequired[str]
    """`succeeded`, `http_500`, `timeout`, `connection_refused` …"""
    http_status: NotRequired[float]
    latency_ms: NotRequired[float]
    response_body: NotRequired[str]
    """The first 16 KiB at most."""


class Delivery(TypedDict):
    id: str
    """`dlv_…`"""
    event_id: str
    event_type: Literal[
    "run.succeeded",
    "run.failed",
    "run.cancelled",
    "run.reviewed",
    "run.appealed",
    "alert.raised",
    "alert.resolved",
    "spend.warning",
    "spend.reached",
    "webhook.test",
]
    run_id: NotRequired[str]
    status: DeliveryStatus
    attempt_count: float
    """Attempts so far in the current retry schedule."""
    next_attempt_at: NotRequired[str]
    created_at: str
    updated_at: str
    attempts: List[DeliveryAttempt]
    """Oldest first."""


# How a pushing service proves who it is: it sends the intake’s secret, or signs the body with it.
IntakeAuth: TypeAlias = Union[
    "IntakeAuth1",
    "IntakeAuth2",
    "IntakeAuth3",
    "IntakeAuth4",
    "IntakeAuth5",
    "IntakeAuth6",
    "IntakeAuth7",
    "IntakeAuth8",
]


class IntakeRule(TypedDict):
    """Makes a run with a kit when all of its conditions are met."""

    kit: str
    """Slug, code or id."""
    metadata: NotRequired[Mapping[str, str | Sequence[str]]]
    """All pairs must match the mapped metadata; a list means any of them, and `*` any characters."""
    contains: NotRequired[Sequence[str]]
    """At least one of these must be in the text of the mapped input, ignoring case."""
    when: NotRequired[str]
    """JSONata. Over `payload`, `input`, `external_id` and `metadata`: must be true."""
    sample_percent: NotRequired[float]
    """The share that is evaluated, chosen by a hash of the external id: the same conversation is
    always chosen, or never.
    """


# A request for what a payload only names: `{…}` is filled in.
IntakeFetch = TypedDict(
    "IntakeFetch",
    {
        # The next steps and `map` read the response as `fetched.NAME`.
        "as": "str",
        "method": "NotRequired[Literal[\"GET\", \"POST\"]]",
        # A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless
        # the URL begins with it.
        "url": "str",
        # Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake.
        "headers": "NotRequired[Mapping[str, str]]",
        # JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is
        # replaced.
        "body": "NotRequired[str]",
        # How the object is written.
        "body_type": "NotRequired[Literal[\"json\", \"form\"]]",
        # `text` takes the response as plain text, such as a WebVTT file.
        "read": "NotRequired[Literal[\"json\", \"text\"]]",
    },
)


class IntakeDocument(TypedDict):
    """The definition of an intake; `when` and `map` are JSONata over the payload."""

    description: NotRequired[str]
    enabled: NotRequired[bool]
    """A disabled intake stores what it receives and creates no runs; the deliveries can be
    replayed.
    """
    preset: NotRequired[str]
    """The preset it was made from. It has no effect."""
    handshake: NotRequired[Literal["zoom", "slack", "microsoft_graph", "ringcentral", "front", "meta"]]
    """How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s
    `challenge`, Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s
    `X-Front-Challenge`, Meta’s `hub.challenge`.
    """
    auth: IntakeAuth
    each: NotRequired[str]
    """JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees
    one of them at a time.
    """
    when: NotRequired[str]
    """JSONata. Evaluated on the payload: anything but true is skipped."""
    fetch: NotRequired[Sequence[IntakeFetch]]
    """For services that send only an id or a URL: what is requested before `map`, in this order."""
    recording: NotRequired[IntakeDocumentRecording]
    """For services that send the address of a recording: it is fetched and transcribed, and its
    conversation is added to what `map.input` gives.
    """
    map: IntakeDocumentMap
    kits: Sequence[IntakeRule]
    """Every matching rule creates a run. If empty: deliveries are kept, and can be replayed once
    there are rules.
    """
    keep_days: NotRequired[float]
    """How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps
    inputs.
    """


class StoredIntakeDocument(TypedDict):
    """With all defaults filled in."""

    description: NotRequired[str]
    enabled: bool
    """A disabled intake stores what it receives and creates no runs; the deliveries can be
    replayed.
    """
    preset: NotRequired[str]
    """The preset it was made from. It has no effect."""
    handshake: NotRequired[Literal["zoom", "slack", "microsoft_graph", "ringcentral", "front", "meta"]]
    """How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s
    `challenge`, Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s
    `X-Front-Challenge`, Meta’s `hub.challenge`.
    """
    auth: (
        StoredIntakeDocumentAuth
        | StoredIntakeDocumentAuth2
        | StoredIntakeDocumentAuth3
        | StoredIntakeDocumentAuth4
        | StoredIntakeDocumentAuth5
        | StoredIntakeDocumentAuth6
        | StoredIntakeDocumentAuth7
        | StoredIntakeDocumentAuth8
    )
    each: NotRequired[str]
    """JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees
    one of them at a time.
    """
    when: NotRequired[str]
    """JSONata. Evaluated on the payload: anything but true is skipped."""
    fetch: NotRequired[List[StoredIntakeDocumentFetchItem]]
    """For services that send only an id or a URL: what is requested before `map`, in this order."""
    recording: NotRequired[StoredIntakeDocumentRecording]
    """For services that send the address of a recording: it is fetched and transcribed, and its
    conversation is added to what `map.input` gives.
    """
    map: StoredIntakeDocumentMap
    kits: List[IntakeRule]
    """Every matching rule creates a run. If empty: deliveries are kept, and can be replayed once
    there are rules.
    """
    keep_days: float
    """How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps
    inputs.
    """


class Intake(TypedDict):
    name: str
    path: str
    """Where the service pushes to: a path that nobody can guess."""
    revision: float
    intake: StoredIntakeDocument
    secret_hint: str
    """The last characters of the secret, to tell secrets apart."""
    old_secret_until: NotRequired[str]
    """Until then, the previous secret works too."""
    verify_token: NotRequired[str]
    """What the service needs besides the secret, if anything (Meta)."""
    secrets: List[str]
    """Names of the secrets that fetch steps send. Their values are not shown."""
    created_at: str
    updated_at: str


class IntakeWithSecret(TypedDict):
    name: str
    path: str
    """Where the service pushes to: a path that nobody can guess."""
    revision: float
    intake: StoredIntakeDocument
    secret_hint: str
    """The last characters of the secret, to tell secrets apart."""
    old_secret_until: NotRequired[str]
    """Until then, the previous secret works too."""
    verify_token: NotRequired[str]
    """What the service needs besides the secret, if anything (Meta)."""
    secrets: List[str]
    """Names of the secrets that fetch steps send. Their values are not shown."""
    created_at: str
    updated_at: str
    secret: NotRequired[str]
    """Only when it is new; it is not shown again."""


class IntakeWithChanges(TypedDict):
    name: str
    path: str
    """Where the service pushes to: a path that nobody can guess."""
    revision: float
    intake: StoredIntakeDocument
    secret_hint: str
    """The last characters of the secret, to tell secrets apart."""
    old_secret_until: NotRequired[str]
    """Until then, the previous secret works too."""
    verify_token: NotRequired[str]
    """What the service needs besides the secret, if anything (Meta)."""
    secrets: List[str]
    """Names of the secrets that fetch steps send. Their values are not shown."""
    created_at: str
    updated_at: str
    changes: List[IntakeWithChangesChangesItem]


class IntakeDelivery(TypedDict):
    delivery_id: str
    """`itd_…`"""
    outcome: IntakeOutcome
    """`received`: stored but not read yet; `accepted`: at least one new run; `replayed`: it was
    received before; `skipped`: no run, for the given reason; `failed`: it could not be read;
    `refused`: it was rejected and not stored.
    """
    reason: NotRequired[str]
    """Why there is no new run, or what it waits for."""
    external_id: NotRequired[str]
    runs: List[IntakeDeliveryRunsItem]
    failed: List[IntakeDeliveryFailedItem]
    """Kits that refused the input."""
    items: NotRequired[List[IntakeDeliveryItemsItem]]
    """If it held several conversations: each of them."""
    bytes: float
    kept: bool
    """Whether its payload is still stored and can be read and replayed."""
    received_at: str
    settled_at: NotRequired[str]


class IntakePayload(TypedDict):
    delivery_id: str
    content_type: str
    text: NotRequired[str]
    """The payload, if it is text."""
    base64: NotRequired[str]
    """The payload, if it is not text."""


class IntakePreset(TypedDict):
    name: str
    title: str
    summary: str
    """What becomes a run."""
    secret: IntakePresetSecret
    secrets: Dict[str, str]
    """The secrets that fetch steps send, by name, and what each is at the service."""
    steps: List[str]
    """What to do there; `{url}`, `{secret}` and `{verify_token}` are the intake’s."""
    definition: IntakePresetDefinition


class IntakePreview(TypedDict):
    outcome: Literal["accepted", "skipped", "failed", "fetch"]
    """`fetch`: it needs a response first; `url` says from where."""
    reason: NotRequired[str]
    input: NotRequired[Dict[str, Any]]
    external_id: NotRequired[str]
    occurred_at: NotRequired[str]
    metadata: NotRequired[Dict[str, str]]
    idempotency_key: NotRequired[str]
    url: NotRequired[str]
    """What the next fetch step would request."""
    kits: List[IntakePreviewKitsItem]
    items: NotRequired[List[IntakePreviewItemsItem]]
    """With `each`: every conversation. The rest is about the first."""


class Actor(TypedDict):
    """Who did something."""

    kind: Literal["key", "person", "system"]
    id: str
    """`key_…` or `mem_…`."""
    name: str
    """A key without a name is shown by its hint."""


class Member(TypedDict):
    id: str
    """`mem_…`"""
    email: str
    name: str
    role: PersonRole
    agent: NotRequired[str]
    """With the role `agent`: whose calls they see."""
    signs_in_by: NotRequired[Literal["password", "provider"]]
    """Absent while a reset waits for new credentials. `provider`: role and access come from its
    groups.
    """
    created_at: str
    last_seen_at: NotRequired[str]
    """Written at most once a minute."""


class MemberSession(TypedDict):
    id: str
    """`ses_…`"""
    environment: Environment
    browser: str
    """The browser’s user agent."""
    created_at: str
    last_used_at: str
    expires_at: str


class ChangeMemberRequest(TypedDict):
    name: NotRequired[str]
    role: NotRequired[PersonRole]
    agent: NotRequired[str]


class Invitation(TypedDict):
    id: str
    """`inv_…`"""
    email: str
    role: PersonRole
    agent: NotRequired[str]
    member_id: NotRequired[str]
    """It gives this member a new password and new codes."""
    invited_by: Actor
    created_at: str
    expires_at: str


class ShownInvitation(TypedDict):
    id: str
    """`inv_…`"""
    email: str
    role: PersonRole
    agent: NotRequired[str]
    member_id: NotRequired[str]
    """It gives this member a new password and new codes."""
    invited_by: Actor
    created_at: str
    expires_at: str
    link: str
    """Shown once. Begins with BRICKWORK_PUBLIC_URL if that is set, else with /console. Send it only
    to the person it is for.
    """


class InviteRequest(TypedDict):
    email: str
    role: PersonRole
    agent: NotRequired[str]
    """Needed by the role `agent`: the value of the dimension `agent` whose calls they see."""


class SignInProvider(TypedDict):
    configured: bool
    """Whether BRICKWORK_OIDC_ISSUER is set."""
    label: NotRequired[str]
    """What the sign-in button calls it."""
    issuer: NotRequired[str]
    redirect_uri: NotRequired[str]
    """To be registered at the provider."""
    logout_uri: NotRequired[str]
    """For the provider’s back-channel logout."""
    scim_url: NotRequired[str]
    """For a directory, with a key of the role `directory`."""
    groups: NotRequired[List[SignInProviderGroupsItem]]
    """The roles that groups give in this workspace; the first match counts."""
    last_success_at: NotRequired[str]
    """When somebody last signed in with it, in any workspace."""
    last_failure: NotRequired[SignInProviderLastFailure]
    """Why the last attempt failed; the log of the service has the details."""
    link_requests: NotRequired[float]
    """How many are waiting for an admin or the member."""


class LinkRequest(TypedDict):
    id: str
    """`lnk_…`"""
    member: LinkRequestMember
    """The member who has the address of the account."""
    issuer: str
    subject: str
    """The account at the provider."""
    name: str
    """The name of the account at the provider."""
    role: PersonRole
    """The role from the account’s groups; the member gets it with the approval."""
    agent: NotRequired[str]
    created_at: str
    expires_at: str


class ApiKey(TypedDict):
    id: str
    """`key_…`"""
    name: NotRequired[str]
    hint: str
    """The prefix and the last four characters."""
    environment: Environment
    role: Role
    agent: NotRequired[str]
    """With the role `agent`: whose calls it sees."""
    created_at: str
    expires_at: NotRequired[str]
    revoked_at: NotRequired[str]
    last_used_at: NotRequired[str]
    """Written at most once a minute."""


class CreatedApiKey(TypedDict):
    id: str
    """`key_…`"""
    name: NotRequired[str]
    hint: str
    """The prefix and the last four characters."""
    environment: Environment
    role: Role
    agent: NotRequired[str]
    """With the role `agent`: whose calls it sees."""
    created_at: str
    expires_at: NotRequired[str]
    revoked_at: NotRequired[str]
    last_used_at: NotRequired[str]
    """Written at most once a minute."""
    key: str
    """Shown once."""


class CreateKeyRequest(TypedDict):
    name: NotRequired[str]
    """What it is for."""
    environment: NotRequired[Environment]
    """Default: the environment of the key that sends the request."""
    role: NotRequired[Role]
    agent: NotRequired[str]
    """Needed by the role `agent`: the value of the dimension `agent` whose calls it sees."""
    expires_at: NotRequired[str]
    """From then on, requests with the key get `api_key_expired`."""


class Me(TypedDict):
    """What the key of a request is and may do; `null` stands for no limit."""

    key_id: NotRequired[str]
    """Absent for a person."""
    actor: Actor
    """Who is calling, by the name that records use."""
    workspace: MeWorkspace
    environment: Environment
    role: Role
    agent: NotRequired[str]
    """With the role `agent`: whose calls are seen."""
    permissions: List[Permission]
    plan: str
    limits: MeLimits
    body_limit_bytes: float
    """The largest request body."""


class SpeakerRule(TypedDict):
    kit_code: NotRequired[str]
    """Only runs of this kit."""
    metadata: NotRequired[Dict[str, str]]
    """Only runs whose metadata has all of these; `*` stands for any characters. Runs of an intake
    have the key `intake` with its name.
    """
    speakers: Dict[str, Literal["agent", "customer"]]
    """By label or mail address; `*` stands for any characters, and case does not matter."""


class WorkspaceSpeakers(TypedDict):
    agents: List[str]
    """Names and mail addresses; `*` stands for any characters, and case does not matter."""
    rules: List[SpeakerRule]
    """Which side speakers are on in some of the runs: the first rule that matches applies, and
    rules take precedence over `agents`.
    """


class SetWorkspaceSpeakers(TypedDict):
    agents: Sequence[str]
    """Names and mail addresses; `*` stands for any characters, and case does not matter."""
    rules: NotRequired[Sequence[SpeakerRule]]
    """If omitted, the rules are kept."""


class Dimension(TypedDict):
    name: str
    """Lists, exports and insights filter by it (`team=Porto`) and group by it (`group_by=team`)."""
    metadata_key: str
    """The metadata key that its values come from."""
    label: str
    """The display name."""


class DimensionValue(TypedDict):
    value: str
    runs: float
    """Runs that insights count, of conversations of the last 365 days."""


class WorkspaceSettings(TypedDict):
    timezone: str
    """The time zone of days in insights and alerts: a name such as `Europe/Lisbon`. Initially
    `UTC`.
    """
    mask: List[Literal[
    "email",
    "phone",
    "card",
    "iban",
    "id_number",
    "address",
    "person",
    "url_secret",
    "password",
    "birth_date",
]]
    """What is replaced by placeholders before a conversation goes to a model. A kit can add to it.
    Initially nothing.
    """
    identities_hidden_from: List[Literal["developer", "runner", "viewer", "reviewer", "analyst", "agent"]]
    """Roles without `identities:read`: everything they read is masked. Initially none."""
    language: str | None
    """The language of conversations too short to detect it: a tag such as `de`. The `language` of
    an input or a kit takes precedence. null: not set.
    """
    retention: WorkspaceSettingsRetention
    """How long data is kept. Initially everything but the audit log is kept forever."""
    credit_price: WorkspaceSettingsCreditPrice | None
    """The price of a credit: usage, spend caps and summaries use it to show money. null: not set."""


class SettingsChange(TypedDict):
    timezone: NotRequired[str]
    """The time zone of days in insights and alerts: a name such as `Europe/Lisbon`. Initially
    `UTC`.
    """
    mask: NotRequired[Sequence[Literal[
    "email",
    "phone",
    "card",
    "iban",
    "id_number",
    "address",
    "person",
    "url_secret",
    "password",
    "birth_date",
]]]
    """What is replaced by placeholders before a conversation goes to a model. A kit can add to it.
    Initially nothing.
    """
    identities_hidden_from: NotRequired[Sequence[Literal["developer", "runner", "viewer", "reviewer", "analyst", "agent"]]]
    """Roles without `identities:read`: everything they read is masked. Initially none."""
    language: NotRequired[str | None]
    """The language of conversations too short to detect it: a tag such as `de`. The `language` of
    an input or a kit takes precedence. null: not set.
    """
    retention: NotRequired[SettingsChangeRetention]
    credit_price: NotRequired[SettingsChangeCreditPrice | None]
    """null: the service’s price."""


class SpendCap(TypedDict):
    name: str
    kit_id: NotRequired[str]
    """Absent: everything the workspace spends."""
    kit_code: NotRequired[str]
    period: Literal["day", "month"]
    """In the workspace’s time zone."""
    credits: NotRequired[float]
    """The cap, if it is in credits."""
    money: NotRequired[float]
    """The cap, if it is in money."""
    currency: NotRequired[str]
    """The currency of `money`: the price of a credit is a setting of the workspace or the service."""
    at_cap: Literal["hold", "fail", "local"]
    """What happens to runs at the cap: `hold`: they are queued until the next period or until the
    cap is raised. `fail`: they fail with `spend_cap_reached`. `local`: the local engine answers
    them, and a warning on the run says so.
    """
    max_credits: float
    """The cap in credits, even if it was set in money."""
    spent_credits: float
    """What calls to models have cost in this period, of runs of every type, evaluations and
    questions; counted when the call ends.
    """
    reserved_credits: float
    """The most that calls in progress may cost."""
    reached: bool
    """Whether nothing is left."""
    period_started: str
    """The first day of the period."""
    resets_at: str
    updated_at: str


class NewSpendCap(TypedDict):
    kit: NotRequired[str]
    """Only what this kit spends: a slug, code or id."""
    period: Literal["day", "month"]
    credits: NotRequired[float]
    money: NotRequired[float]
    at_cap: Literal["hold", "fail", "local"]
    """What happens to runs at the cap: `hold`: they are queued until the next period or until the
    cap is raised. `fail`: they fail with `spend_cap_reached`. `local`: the local engine answers
    them, and a warning on the run says so.
    """


class AuditEntry(TypedDict):
    id: str
    at: str
    actor: Actor
    """`system`: the service itself, or its operator on the command line of the deployment."""
    address: NotRequired[str]
    """Where the request came from; what a proxy reports only if BRICKWORK_TRUST_PROXY trusts it."""
    request_id: NotRequired[str]
    environment: NotRequired[Environment]
    """Absent for things that both environments share."""
    action: AuditAction
    target: AuditEntryTarget
    outcome: Literal["done", "refused"]
    details: NotRequired[Dict[str, Any]]
    """For settings, the difference as `changes: { field: { from, to } }`. Never a secret or
    conversation text.
    """
    position: NotRequired[float]
    """Its position in the chain, from 1. Absent for a moment, until the entry is sealed."""
    hash: NotRequired[str]
    """SHA-256, in hex, of the previous hash and this entry; the audit log’s documentation says how
    it is computed.
    """


class AuditPage(TypedDict):
    data: List[AuditEntry]
    has_more: bool
    next_cursor: NotRequired[str]


class AuditFinding(TypedDict):
    kind: Literal["removed", "changed", "inserted", "reordered", "head"]
    """`removed`: entries are missing. `changed`: an entry was modified. `inserted`: an entry was
    added later than it claims. `reordered`: an entry was moved. `head`: the end of the chain is
    not signed by this deployment, or not the published one.
    """
    position: float
    entry_id: NotRequired[str]
    detail: str


class AuditVerification(TypedDict):
    intact: bool
    """Whether the entries in this response are intact."""
    checked: float
    from_position: float
    """The first position that was checked; older ones were deleted by retention, or checked before."""
    to_position: float
    head: NotRequired[AuditVerificationHead]
    """The end of the chain; absent while there is none."""
    unsealed: float
    """Entries waiting to be sealed; usually none after a second."""
    findings: List[AuditFinding]
    """At most 100."""
    next_cursor: NotRequired[str]


class View(TypedDict):
    """A list of runs that the workspace has given a name."""

    name: str
    search: str
    """The query of the console’s list of runs: filters and columns."""
    updated_at: str


class CoachingNote(TypedDict):
    note_id: str
    """`cno_…`"""
    agent: str
    """The value of the dimension `agent`."""
    kit_id: str
    bricks: List[str]
    """The questions that it is about."""
    text: str
    noted_on: str
    """The day of the note, which counts neither as before nor as after."""
    by: Actor
    created_at: str
    effect: List[CoachingNoteEffectItem]
    """The effect on each question that was answered before or after."""


class NewCoachingNote(TypedDict):
    agent: str
    kit: str
    """A slug, code or id."""
    bricks: Sequence[str]
    """Keys of the kit’s questions."""
    text: str
    noted_on: NotRequired[str]
    """Today by default; not in the future."""


class ReadConversation(TypedDict):
    index: float
    format: NotRequired[str]
    occurred_at: NotRequired[str]
    """Absent when the input does not say when it took place."""
    channel: NotRequired[Literal["call", "chat", "email"]]
    turns: NotRequired[float]
    left_out: NotRequired[Dict[str, float]]
    """How much of the input is not evaluated, by kind."""
    speakers: NotRequired[List[ReadConversationSpeakersItem]]
    """At most 20, in the order of their first turns."""
    warnings: NotRequired[List[str]]
    """Warnings about the input, such as that it is incomplete; at most 10."""
    side_warnings: NotRequired[List[str]]
    """Doubts about who is on which side; at most 10."""
    error: NotRequired[str]
    """Why a run would be refused."""
    detail: NotRequired[str]


class LocalFirst(TypedDict):
    kit_id: str
    kit_version_id: str
    """The live version, or the newest if none is live."""
    version: float
    target: float
    runs: float
    """The newest runs that the built-in model answered alone, up to 200: kept answers are counted
    in these.
    """
    reviewed: float
    """Answers of the built-in model that reviewers judged, of the newest 500 reviewed runs."""
    now: LocalFirstNow
    """With the current `local_from`."""
    proposed: LocalFirstProposed
    """With the proposed `local_from` of each brick."""
    bricks: List[LocalFirstBricksItem]
    """Bricks that either engine may answer, in the order of the kit."""


class DeleteAlertAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class CreateBackfillRequestFilter(TypedDict):
    """Which runs: `occurred_after`, `occurred_before`, `created_after`, `created_before`,
    `external_id`, `reviewed`, and `answer.BRICK`, `confidence.BRICK`, `metadata.KEY` and
    dimensions such as `team`, as in GET /v1/runs. By default all runs of the kit that have
    succeeded.
    """

    occurred_after: NotRequired[str]
    occurred_before: NotRequired[str]
    created_after: NotRequired[str]
    created_before: NotRequired[str]
    external_id: NotRequired[str]
    reviewed: NotRequired[bool]


class DeleteCalibrationAnswer(TypedDict):
    calibration_id: str
    deleted: Literal[True]


class DeleteCanaryAnswer(TypedDict):
    name: str
    deleted: Literal[True]


# Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes
# one message afterwards. `from` may be later than `to`: 22:00 to 07:00.
PutChannelRequestQuietHours = TypedDict(
    "PutChannelRequestQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


class DeleteChannelAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class DeleteCoachingNoteAnswer(TypedDict):
    note_id: str
    deleted: Literal[True]


class EraseCoachingNotesAnswer(TypedDict):
    deleted: float


class DeleteContrastAnswer(TypedDict):
    contrast_id: str
    deleted: Literal[True]


class ReadConversationsRequestConversationsItem(TypedDict):
    input: Mapping[str, Any]
    """As in `POST /v1/runs`."""
    metadata: NotRequired[Mapping[str, str]]
    """Rules for speakers may depend on it."""


class DeleteDestinationAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class ListDestinationDeliveriesAnswer(TypedDict):
    data: List[DestinationDelivery]
    has_more: bool
    next_cursor: NotRequired[str]


class ReplayDestinationAnswer(TypedDict):
    replayed: float
    has_more: bool


class DeleteDimensionAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class CreateErasureRequestFilter(TypedDict):
    """The conditions of GET /v1/runs by their names: `kit_code`, `status`, `external_id`, `q`,
    `occurred_after` …, `answer.BRICK`, `metadata.KEY` and the dimensions. An empty one is
    refused.
    """

    kit_code: NotRequired[str]
    status: NotRequired[RunStatus]
    type: NotRequired[RunType]
    backfill_id: NotRequired[str]
    """Only runs of this backfill, which are left out otherwise."""
    kit_version_id: NotRequired[str]
    """Only runs that this version answered."""
    external_id: NotRequired[str]
    occurred_after: NotRequired[str]
    """Only conversations that took place at this moment or later."""
    occurred_before: NotRequired[str]
    """Only conversations that took place before this moment."""
    created_after: NotRequired[str]
    """Only runs that were accepted at this moment or later."""
    created_before: NotRequired[str]
    """Only runs that were accepted before this moment."""
    q: NotRequired[str]
    """Words to be found in the input: all of them, `"a phrase"`, `or` between alternatives, `-`
    before a word to exclude. Needs runs:read_input. Runs can be found a few seconds after they
    end.
    """
    reviewed: NotRequired[bool]


class DeleteGoldenSetAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class DeleteIntakeAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class ListIntakeDeliveriesAnswer(TypedDict):
    data: List[IntakeDelivery]
    next_cursor: NotRequired[str]


class ReplayIntakeDeliveriesAnswer(TypedDict):
    replayed: float
    """Number of payloads that are replayed."""
    more: bool
    """There may be more: call again."""


class RevokeKeyAnswer(TypedDict):
    id: str
    revoked: Literal[True]


class ListBricksAnswer(TypedDict):
    data: List[BrickMetadata]
    missing: List[str]


GetKitDocumentSchemaAnswer = TypedDict(
    "GetKitDocumentSchemaAnswer",
    {
        "$schema": "str",
        "title": "str",
    },
)


class RemoveMemberAnswer(TypedDict):
    id: str
    removed: Literal[True]


class EndMemberSessionsAnswer(TypedDict):
    id: str
    ended: float


class RevokeInvitationAnswer(TypedDict):
    id: str
    revoked: Literal[True]


class CreateQuestionRequestQuestionsItem2(TypedDict):
    question: str
    type: NotRequired[QuestionType]
    """`boolean` (yes/no), `categorical` (one of), `numeric`, `text`, or `themes` (“What do
    customers say about the delivery?”); inferred by default.
    """
    categories: NotRequired[Sequence[str]]
    """For `categorical`: the possible answers."""
    min: NotRequired[float]
    """For `numeric`: the lowest number."""
    max: NotRequired[float]
    key: NotRequired[str]
    """The name of the answer; derived from the question by default."""


class CreateQuestionRequestLimit(TypedDict):
    runs: NotRequired[float]
    """2,000 by default."""
    credits: NotRequired[float]
    """Never exceeded: the most that an answer could cost is reserved before it is requested. 1 by
    default.
    """
    seconds: NotRequired[float]
    """How long to work on it; 600 by default."""


class DeleteQuestionAnswer(TypedDict):
    question_id: str
    status: QuestionStatus
    deleted: bool


class JudgeCallsRequestJudgementsItem(TypedDict):
    run_id: str
    answer: Literal["yes", "no", "skip"] | None
    """`skip`: cannot tell; it does not count and is not offered again. null takes a judgement back."""


class ListRecordingsAnswer(TypedDict):
    data: List[Recording]
    next_cursor: NotRequired[str]


class DeleteRecordingAnswer(TypedDict):
    recording_id: str
    deleted: Literal[True]


class DrawReviewsRequestPolicy(TypedDict):
    random: NotRequired[float]
    """The share of all runs to review, drawn by a hash of the run id. Without it, accuracy cannot
    be estimated for the rest.
    """
    below_confidence: NotRequired[float]
    """Every run with an answer below this confidence. Metrics, scores and answers that do not apply
    do not count.
    """
    match: NotRequired[Sequence[ReviewMatch]]
    """Every run with one of these answers, values of a dimension such as `team`, or metadata pairs."""
    second_review: NotRequired[float]
    """The share of drawn runs that a second person reviews too."""


class DrawReviewsRequestFilter(TypedDict):
    """Which runs: `occurred_after`, `occurred_before`, `created_after`, `created_before`,
    `external_id`, `reviewed`, and `answer.BRICK`, `confidence.BRICK`, `metadata.KEY` and
    dimensions such as `team`, as in GET /v1/runs. By default all runs of the kit that have
    succeeded.
    """

    occurred_after: NotRequired[str]
    occurred_before: NotRequired[str]
    created_after: NotRequired[str]
    created_before: NotRequired[str]
    external_id: NotRequired[str]
    reviewed: NotRequired[bool]


class ReturnReviewItemAnswer(TypedDict):
    item_id: str
    returned: Literal[True]


class EraseRunAnswer(TypedDict):
    run_id: str
    erased: Literal[True]


class OpenapiAnswer(TypedDict):
    openapi: str


class PutSettingsRequestRetention(TypedDict):
    input_days: NotRequired[float | None]
    """Days that conversations are kept; null: forever."""
    output_days: NotRequired[float | None]
    """Days that answers are kept; null: forever."""
    run_days: NotRequired[float | None]
    """Days that whole runs, with their input and output, are kept; null: forever."""


class PutSettingsRequestCreditPrice(TypedDict):
    amount: float
    currency: str


class RefuseLinkRequestAnswer(TypedDict):
    id: str
    refused: Literal[True]


class DeleteSpendCapAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class DeleteViewAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class DeleteWarehouseExportAnswer(TypedDict):
    deleted: Literal[True]


class DeleteWebhookAnswer(TypedDict):
    id: str
    deleted: Literal[True]


class TestWebhookAnswer(TypedDict):
    event_id: str
    delivery_id: str


class ListDeliveriesAnswer(TypedDict):
    data: List[Delivery]
    has_more: bool
    next_cursor: NotRequired[str]


class RecoverDeliveriesAnswer(TypedDict):
    recovered: float
    has_more: bool


class ListEventsAnswer(TypedDict):
    data: List[ListEventsAnswerDataItem]
    has_more: bool
    next_cursor: str


class GetEventAnswer(TypedDict):
    id: str
    """`evt_…`, stable across retries: deduplicate on it."""
    type: Literal[
    "run.succeeded",
    "run.failed",
    "run.cancelled",
    "run.reviewed",
    "run.appealed",
    "alert.raised",
    "alert.resolved",
    "spend.warning",
    "spend.reached",
    "webhook.test",
]
    created_at: str
    api_version: Literal["v1"]
    environment: Environment
    workspace_id: str
    thin: bool
    """`true`: `data` has only `run_id`, `status`, `error_code` and `duration_ms`; fetch the run.
    For `run.reviewed`: values, notes and `output` are left out; fetch the run with
    `as=reviewed`.
    """
    data: Dict[str, Any]
    """The run, in the shape of GET /v1/runs/:runId; for `run.reviewed` the run’s ids, the `reviews`
    that changed its answers and its `output` with corrections applied; for `run.appealed` the
    ids of the appeal, the run and the kit, and the `brick`; for `alert.raised` and
    `alert.resolved` the alert with its figure, or the canary with what it found.
    """


class RunItemWaiting(TypedDict):
    reason: str
    """`workspace_limit`: the plan’s limit of concurrent runs. `worker_stopped`, `worker_lost`:
    another worker takes it. Otherwise the error code of the attempt that failed.
    """
    attempt: float
    """The number of the next attempt."""
    next_attempt_at: NotRequired[str]
    """When the next attempt starts at the earliest. If absent: as soon as there is capacity."""


class RunWaiting(TypedDict):
    reason: str
    """`workspace_limit`: the plan’s limit of concurrent runs. `worker_stopped`, `worker_lost`:
    another worker takes it. Otherwise the error code of the attempt that failed.
    """
    attempt: float
    """The number of the next attempt."""
    next_attempt_at: NotRequired[str]
    """When the next attempt starts at the earliest. If absent: as soon as there is capacity."""


class ConversationSpeakerConflict(TypedDict):
    label: Literal["agent", "customer"]
    words: Literal["agent", "customer"]
    probability: float


class ConversationLeftOutItem(TypedDict):
    kind: Literal["note", "system", "hold", "attachment", "deleted", "signature"]
    text: str
    """Empty where it was deleted; cut after 4,000 characters."""
    before: float
    """The index of the turn after it; the number of turns at the end."""
    speaker: NotRequired[str]
    start_seconds: NotRequired[float]
    end_seconds: NotRequired[float]


class ConversationLanguage(TypedDict):
    code: str
    """BCP 47, such as `en`."""
    probability: float
    shares: NotRequired[Dict[str, float]]
    """Where more than one language is spoken: how much of the conversation is in each."""


class RunCountFacetsItem(TypedDict):
    name: str
    values: List[RunCountFacetsItemValuesItem]
    """The 20 most frequent; a run with several values of a brick counts for each."""
    others: float
    """Runs with other values."""
    without: float
    """Runs without a value."""


class StartedErasureMentionsItem(TypedDict):
    kind: Literal["saved_view", "question", "coaching_note", "alert", "golden_line"]
    name: str
    """Its name, or its id where it has none."""
    link: str
    """Where this API reads, changes or deletes it."""


class ImportedRunBricksValue(TypedDict):
    value: BrickValue
    """A list for a brick with `many`. Null where `applicability` says why, or where nothing was
    said and the brick has `absent: null`.
    """
    applicability: NotRequired[Literal["not_applicable", "abstained"]]
    """Why there is no value. `not_applicable`: its `applies_when` does not hold, or no item of its
    score applies. `abstained`: the engine is not sure (below `abstain_below`, a language it does
    not read, a guess, in a language that it reads less well, on which points or conditions
    depend, or a condition that is not sure). Absent on answers.
    """
    confidence: NotRequired[float]
    basis: NotRequired[Literal[
    "metric",
    "pattern",
    "lexical",
    "examples",
    "learned",
    "read",
    "weak",
    "model",
    "score",
    "condition",
    "unsaid",
]]
    """With `include=confidence_basis`: how the value was found. Absent on runs older than this
    field.
    """
    reason: NotRequired[str]
    evidence: NotRequired[Sequence[str]]
    """Verbatim slices of the conversation."""
    evidence_spans: NotRequired[Sequence[EvidenceSpan]]
    """With `include=evidence_spans`."""
    knowledge_refs: NotRequired[Sequence[KnowledgeRef]]
    """Passages of the kit’s knowledge that the answer is based on."""


class ImportResultDataItem(TypedDict):
    index: float
    http_status: float
    run_id: NotRequired[str]
    replayed: NotRequired[bool]
    error: NotRequired[str]


class UsageTotalsDataItem(TypedDict):
    day: NotRequired[str]
    kit_id: NotRequired[str]
    kit_code: NotRequired[str]
    kits: NotRequired[float]
    """On the last line, which combines the kits with the fewest runs if there are more than 1,000:
    the number of kits.
    """
    runs: float
    succeeded: float
    failed: float
    cancelled: float
    average_duration_ms: float
    calls: float
    tokens: Tokens
    credits: float
    money: NotRequired[float]
    """`credits` at the price of a credit; absent if no price is set."""


class UsageTotalsSandbox(TypedDict):
    """Sandbox runs that called a model: they are not charged, but the provider is paid."""

    runs: float
    calls: float
    tokens: Tokens
    uncharged_credits: float
    uncharged_money: NotRequired[float]
    """`credits` at the price of a credit; absent if no price is set."""


class UsageTotalsStored(TypedDict):
    """What the workspace stores now, in both environments, and what its plan allows; `null` means
    no limit.
    """

    runs: float
    bytes: float
    """The bytes of inputs, outputs, kit versions and golden sets."""
    runs_limit: float | None
    bytes_limit: float | None


class SpokenTurnWordsItem(TypedDict):
    text: str
    joined: NotRequired[Literal[True]]
    """The word is written without a space before it."""
    start: float
    end: float
    confidence: NotRequired[float]


class RecordingConversation(TypedDict):
    turns: List[SpokenTurn]


class PreviewedAnswerBefore(TypedDict):
    """With the current reviews applied."""

    value: BrickValue
    applicability: NotRequired[Literal["not_applicable", "abstained"]]
    confidence: NotRequired[float]


class PreviewedAnswerAfter(TypedDict):
    value: BrickValue
    applicability: NotRequired[Literal["not_applicable", "abstained"]]
    confidence: NotRequired[float]


class CalibrationPeopleItem(TypedDict):
    reviewer: str
    name: NotRequired[str]
    done: float
    """Calls of the session that they have reviewed since it began."""


class ComparedCallSaidItem(TypedDict):
    reviewer: str
    verdict: Verdict
    value: NotRequired[BrickValue]
    """What they consider right, if they gave it; long texts are cut."""


class CalibrationDetailPeopleItem(TypedDict):
    reviewer: str
    name: NotRequired[str]
    done: float
    """Calls of the session that they have reviewed since it began."""


class CalibrationDetailRunsItem(TypedDict):
    run_id: str
    external_id: NotRequired[str]
    done: bool
    """Whether you have reviewed it since the session began."""


class CalibrationDetailResults(TypedDict):
    bricks: List[CalibrationDetailResultsBricksItem]
    """Lowest agreement first."""
    same: NotRequired[Estimate]
    """The agreement on all answers together."""
    answers: List[ComparedCall]
    """Answers on which people differ come first; at most 500."""


class ReviewMatch1(TypedDict):
    brick: str
    value: BrickValue


class ReviewMatch2(TypedDict):
    dimension: str
    value: str


class ReviewMatch3(TypedDict):
    metadata: str
    value: str


class ReviewItemReasonsItem(TypedDict):
    kind: Literal["random", "low_confidence", "match", "chosen"]
    """`chosen`: somebody put it there."""
    brick: NotRequired[str]
    dimension: NotRequired[str]
    metadata: NotRequired[str]


class ReviewDrawReasons(TypedDict):
    """How many runs were drawn for each reason; a run may count for several."""

    random: float
    low_confidence: float
    match: float


BrickQualityReliabilityItem = TypedDict(
    "BrickQualityReliabilityItem",
    {
        "from": "float",
        "to": "float",
        "n": "float",
        "confidence": "float",
        "accuracy": "float",
    },
)


class BrickQualityConfusionItem(TypedDict):
    answer: BrickValue
    expected: BrickValue
    n: float


class BrickQualityAgreement(TypedDict):
    method: Literal["cohen_kappa", "krippendorff_alpha"]
    value: float
    n: float
    """Answers that more than one person reviewed."""
    reviewers: float
    same: BrickQualityAgreementSame
    """The share of these answers on which everybody agrees, with its 95 % interval."""


class BrickQualityLearned(TypedDict):
    labels: float
    """Labelled conversations that it learned from."""
    before: NotRequired[float]
    """The share of them that was right before."""
    after: NotRequired[float]
    """The share that is right in cross-validation."""


class KitQualityDataItem(TypedDict):
    group: NotRequired[str]
    """With `group_by`: a day, the Monday of a week, the first of a month, a version number, or the
    value of a dimension or metadata key; absent for runs without one; last `other`, for the
    groups with the fewest reviews where there are too many.
    """
    size: NotRequired[float]
    """For `other`: how many groups it stands for. No other group has it."""
    bricks: List[BrickQuality]


class GoldenSetRequest1(TypedDict):
    lines: Sequence[GoldenLine]


class GoldenSetRequest2(TypedDict):
    from_reviews: GoldenSetRequest2FromReviews


class GoldenSetRequest3(TypedDict):
    from_question: GoldenSetRequest3FromQuestion


class EvaluationSet(TypedDict):
    name: str
    hash: str


class EvaluationReport(TypedDict):
    engine: str
    """What answered: `local` or a model."""
    bricks: List[BrickScore]
    failed: List[EvaluationReportFailedItem]


class BrickComparisonFlipsItem(TypedDict):
    line: float
    external_id: NotRequired[str]
    run_id: NotRequired[str]
    """The run that the line was made from."""
    expected: BrickValue
    before: BrickValue | None
    after: BrickValue | None


class ComparedEvaluationSet(TypedDict):
    name: str
    hash: str


class ComparedEvaluationReport(TypedDict):
    engine: str
    """What answered: `local` or a model."""
    bricks: List[BrickScore]
    failed: List[ComparedEvaluationReportFailedItem]


class LearningLearned(TypedDict):
    kit_version_id: str
    version: float


class QuestionAccuracySensitivity(TypedDict):
    low: float
    high: float
    value: float


class QuestionAccuracySpecificity(TypedDict):
    low: float
    high: float
    value: float


class QuestionAccuracyRight(TypedDict):
    """How many answers are right."""

    low: float
    high: float
    value: float


class QuestionShareSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


class QuestionFigureSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


class QuestionThemesOther(TypedDict):
    """Calls that say something about it, but belong to no theme."""

    low: float
    high: float
    value: float
    sampling: QuestionThemesOtherSampling
    """The part of the interval that reading more calls narrows."""
    observed: float
    """As the engine answered, before its errors are corrected."""
    count: float
    """Calls in the sample."""
    quotes: List[QuestionQuote]
    """Quotes from its calls, one per call."""


class QuestionThemeSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


class QuestionGroupValuesItem(TypedDict):
    low: float
    high: float
    value: float
    sampling: QuestionGroupValuesItemSampling
    """The part of the interval that reading more calls narrows."""
    observed: float
    """As the engine answered, before its errors are corrected."""
    answer: str
    count: float


class QuestionJudgingNext(TypedDict):
    calls: float
    seconds: float
    """About how long it takes a person."""
    within: float
    """Half the width of the interval to expect then: 0.06 is ±6 points."""


class JudgeRequestJudgementsItem(TypedDict):
    run_id: str
    answer: Literal["yes", "no", "skip"] | None
    """`skip`: cannot tell; it does not count and is not offered again. null takes a judgement back."""


class QuestionAnswerValuesItem(TypedDict):
    low: float
    high: float
    value: float
    sampling: QuestionAnswerValuesItemSampling
    """The part of the interval that reading more calls narrows."""
    observed: float
    """As the engine answered, before its errors are corrected."""
    answer: str
    count: float


class QuestionAnswerLonger(TypedDict):
    calls: float
    """Further calls."""
    seconds: float
    within: NotRequired[float]
    """Half the width of the whole interval to expect then."""


QuestionAnswerQuotes = TypedDict(
    "QuestionAnswerQuotes",
    {
        # Quotes from calls with a yes, or with the most frequent value, one per call, the strongest
        # first. Weak quotes are left out.
        "for": "List[QuestionQuote]",
        # From calls with a no, or with another value.
        "against": "List[QuestionQuote]",
        # Answered calls without a quote to show, because they say it in too many words, or not at
        # all.
        "unquoted": "QuestionAnswerQuotesUnquoted",
    },
)


class QuestionLimit(TypedDict):
    runs: float
    credits: float
    seconds: float


class QuestionSample(TypedDict):
    asked: float
    """Calls that were answered or failed."""
    failed: float
    """Calls that could not be read or answered; they count nowhere."""
    of: float
    """Calls that may be read."""
    strata: List[QuestionSampleStrataItem]
    """Each is weighted by its share of all calls, however many of its calls were read."""


class QuestionCost(TypedDict):
    credits: float
    seconds: float


class QuestionItemQuestionsItem(TypedDict):
    key: str
    question: str
    type: QuestionType


class ContrastPopulation(TypedDict):
    """Calls that match."""

    calls: float
    against: float


class ContrastSample(TypedDict):
    """Calls that are read: 10,000 on either side at most, chosen at random, the same ones each
    time.
    """

    calls: float
    against: float


class QuestionRequestQuestionsItem2(TypedDict):
    question: str
    type: NotRequired[QuestionType]
    """`boolean` (yes/no), `categorical` (one of), `numeric`, `text`, or `themes` (“What do
    customers say about the delivery?”); inferred by default.
    """
    categories: NotRequired[Sequence[str]]
    """For `categorical`: the possible answers."""
    min: NotRequired[float]
    """For `numeric`: the lowest number."""
    max: NotRequired[float]
    key: NotRequired[str]
    """The name of the answer; derived from the question by default."""


class QuestionRequestLimit(TypedDict):
    runs: NotRequired[float]
    """2,000 by default."""
    credits: NotRequired[float]
    """Never exceeded: the most that an answer could cost is reserved before it is requested. 1 by
    default.
    """
    seconds: NotRequired[float]
    """How long to work on it; 600 by default."""


class ComparedBrickValuesItem(TypedDict):
    value: str | float | bool | None
    """`null`: no value."""
    before: float
    after: float
    share_before: float
    share_after: float
    gained: float
    """Runs that have the value now and did not before."""
    lost: float
    p: float
    """McNemar’s exact test: below 0.05 the difference is unlikely to be chance."""


class ComparedBrickNumbers(TypedDict):
    mean_before: NotRequired[float]
    mean_after: NotRequired[float]
    interval_before: NotRequired[ComparedBrickNumbersIntervalBefore]
    """The 95 % interval of the mean; absent where there are fewer than two numbers, or all are the
    same.
    """
    interval_after: NotRequired[ComparedBrickNumbersIntervalAfter]
    difference: NotRequired[Estimate]
    """The mean change of runs with a number before and after, with its 95 % interval."""
    up: float
    """Runs whose number grew."""
    down: float
    p: float
    """McNemar’s exact test: below 0.05 the difference is unlikely to be chance."""


class ComparedBrickFlipsItem(TypedDict):
    run_id: str
    rescored_run_id: str
    before: str | float | bool | List[str | float | bool] | None
    after: str | float | bool | List[str | float | bool] | None


class BrickInsightsValuesItem(TypedDict):
    value: str | float | bool
    name: NotRequired[str]
    """For a category that the newest version has."""
    count: float
    share: Estimate


class BrickInsightsQuantilesItem(TypedDict):
    quantile: float
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]


class BrickInsightsReviewed(TypedDict):
    n: float
    """Answers of these runs that were reviewed; possibly 0."""
    accuracy: NotRequired[float]
    """As `GET /v1/kits/:kitId/quality` estimates it."""
    low: NotRequired[float]
    high: NotRequired[float]


class InsightsGroupRuns(TypedDict):
    succeeded: float
    failed: float
    cancelled: float


class ChangesCalls(TypedDict):
    succeeded: float
    failed: float
    before: float


class ChangesScore(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""
    before: NotRequired[ChangesScoreBefore]
    """The figure for the days compared with; absent where nothing was answered."""
    difference: NotRequired[ChangesScoreDifference]
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""
    direction: NotRequired[Literal["up", "down"]]
    """Only if the difference is more than chance."""
    news: Literal["good", "bad", "neutral"]
    """Also `neutral` if the kit does not say which way is good."""


class ChangesChangesItem(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    team: NotRequired[str]
    """Without `team` and `agent`: of all calls."""
    agent: NotRequired[str]
    before: ChangesChangesItemBefore
    after: ChangesChangesItemAfter
    difference: ChangesChangesItemDifference
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""
    direction: Literal["up", "down"]
    news: Literal["good", "bad", "neutral"]
    """Also `neutral` if the kit does not say which way is good."""
    points: NotRequired[List[ChangesChangesItemPointsItem]]
    """If the score changed: what each question adds to the difference, in points per call, largest
    first.
    """
    rest: NotRequired[float]
    """The part of the difference that no question explains. `points` and `rest` add up to it."""
    costs: NotRequired[float]
    """For a question: its effect on the score of these calls, in points per call."""
    teams: List[ChangesChangesItemTeamsItem]
    """Which teams account for it, largest first; of a change in all calls."""
    agents: List[ChangesChangesItemAgentsItem]
    """Which agents account for it, largest first."""
    shows: str
    """The question that `calls` show."""
    calls: List[ChangesChangesItemCallsItem]
    """Three calls that show it most clearly."""


class ChangesAgentsItem(TypedDict):
    name: str
    team: NotRequired[str]
    calls: float
    counted: float
    """The figure as counted."""
    value: float
    low: float
    high: float
    behind: float
    """How likely this agent is worse than the median agent, from 0 to 1."""
    standing: Literal["good", "bad", "neutral"]
    """`bad`: almost certainly worse than the median agent; `neutral`: it may be chance."""
    before: NotRequired[Estimate]
    """Absent where there were too few calls to compare."""
    direction: NotRequired[Literal["up", "down"]]
    """Only if the change is more than chance."""
    costs: List[ChangesAgentsItemCostsItem]
    """The answers that cost most, up to three."""


class ChangesUnrankedItem(TypedDict):
    name: str
    calls: float


# The days compared with.
ChangesAgainst = TypedDict(
    "ChangesAgainst",
    {
        "from": "str",
        "to": "str",
    },
)


class ChangesMovedItem(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    team: NotRequired[str]
    """Without `team` and `agent`: of all calls."""
    agent: NotRequired[str]
    before: ChangesMovedItemBefore
    after: ChangesMovedItemAfter
    difference: ChangesMovedItemDifference
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""
    direction: Literal["up", "down"]
    news: Literal["good", "bad", "neutral"]
    """Also `neutral` if the kit does not say which way is good."""


class KitWeekCalls(TypedDict):
    succeeded: float
    failed: float
    before: float


class KitWeekScore(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""
    before: NotRequired[KitWeekScoreBefore]
    """The figure for the days compared with; absent where nothing was answered."""
    difference: NotRequired[KitWeekScoreDifference]
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""
    direction: NotRequired[Literal["up", "down"]]
    """Only if the difference is more than chance."""
    news: Literal["good", "bad", "neutral"]
    """Also `neutral` if the kit does not say which way is good."""


class KitWeekChangesItem(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    team: NotRequired[str]
    """Without `team` and `agent`: of all calls."""
    agent: NotRequired[str]
    before: KitWeekChangesItemBefore
    after: KitWeekChangesItemAfter
    difference: KitWeekChangesItemDifference
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""
    direction: Literal["up", "down"]
    news: Literal["good", "bad", "neutral"]
    """Also `neutral` if the kit does not say which way is good."""
    points: NotRequired[List[KitWeekChangesItemPointsItem]]
    """If the score changed: what each question adds to the difference, in points per call, largest
    first.
    """
    rest: NotRequired[float]
    """The part of the difference that no question explains. `points` and `rest` add up to it."""
    costs: NotRequired[float]
    """For a question: its effect on the score of these calls, in points per call."""
    teams: List[KitWeekChangesItemTeamsItem]
    """Which teams account for it, largest first; of a change in all calls."""
    agents: List[KitWeekChangesItemAgentsItem]
    """Which agents account for it, largest first."""
    shows: str
    """The question that `calls` show."""
    calls: List[KitWeekChangesItemCallsItem]
    """Three calls that show it most clearly."""


class KitWeekAgentsItem(TypedDict):
    name: str
    team: NotRequired[str]
    calls: float
    counted: float
    """The figure as counted."""
    value: float
    low: float
    high: float
    behind: float
    """How likely this agent is worse than the median agent, from 0 to 1."""
    standing: Literal["good", "bad", "neutral"]
    """`bad`: almost certainly worse than the median agent; `neutral`: it may be chance."""
    before: NotRequired[Estimate]
    """Absent where there were too few calls to compare."""
    direction: NotRequired[Literal["up", "down"]]
    """Only if the change is more than chance."""
    costs: List[KitWeekAgentsItemCostsItem]
    """The answers that cost most, up to three."""


class KitWeekUnrankedItem(TypedDict):
    name: str
    calls: float


class KitWeekTrust(TypedDict):
    """How accurate the answers are, according to reviewers."""

    reviewed: float
    """Answers of the week that somebody reviewed."""
    estimated: float
    """Questions with an estimate."""
    least: NotRequired[KitWeekTrustLeast]
    """The question with the fewest right answers of 100."""
    most: NotRequired[KitWeekTrustMost]


class KitWeekCost(TypedDict):
    runs: float
    credits: float
    money: NotRequired[float]
    currency: NotRequired[str]


class HomeKitsItem(TypedDict):
    kit_id: str
    kit_code: str
    name: str
    bricks: List[BrickSchema]
    """The questions of the kit, by which answers are named."""
    brick: NotRequired[str]
    """The question that calls are judged by; absent if the kit has none."""
    what: NotRequired[str]
    """What is measured: `mean`, or the answer whose share it is."""
    score: NotRequired[HomeKitsItemScore]
    """The figure of the month so far; absent without calls."""
    before: NotRequired[HomeKitsItemBefore]
    """The figure of the month before."""
    team: NotRequired[str]
    team_median: NotRequired[float]
    """The median of the agents of the team, if they are three or more."""
    weeks: List[HomeKitsItemWeeksItem]
    """The last eight weeks with calls, the current one included."""
    lifts: List[HomeKitsItemLiftsItem]
    """What would improve the score most, up to three."""


class CanaryFindingBricksItem(TypedDict):
    key: str
    n: float
    accuracy: Estimate
    """The accuracy with its 95 % interval."""
    baseline_accuracy: float
    changed: float
    """The share of lines whose answer differs from the baseline’s."""
    drifted: bool


# Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes
# one message afterwards. `from` may be later than `to`: 22:00 to 07:00.
ChannelSettingsQuietHours = TypedDict(
    "ChannelSettingsQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


# Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes
# one message afterwards. `from` may be later than `to`: 22:00 to 07:00.
ChannelQuietHours = TypedDict(
    "ChannelQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


class WarehouseChangesDimensionsItem(TypedDict):
    name: str
    metadata_key: str


class DestinationDocumentRequest(TypedDict):
    method: NotRequired[Literal["POST", "PUT", "PATCH"]]
    path: str
    """A template: `{JSONata}` is replaced by its value, percent-encoded. It is appended to
    `base_url`.
    """
    query: NotRequired[str]
    """JSONata. An object: the parameters of the URL. Those without a value are left out."""
    headers: NotRequired[Mapping[str, str]]
    """Sent unchanged. Do not put secrets here: see `auth`."""
    body: str
    """JSONata. The body, an object. It is sent as JSON."""


class DestinationDocumentAuth(TypedDict):
    type: Literal["none"]


class DestinationDocumentAuth2(TypedDict):
    """`Authorization: Bearer` with the secret `token`."""

    type: Literal["bearer"]


class DestinationDocumentAuth3(TypedDict):
    """`Authorization: Basic` with this user and the secret `password`."""

    type: Literal["basic"]
    user: str


class DestinationDocumentAuth4(TypedDict):
    """This header carries the secret `token`."""

    type: Literal["header"]
    header: str


class DestinationDocumentAuth5(TypedDict):
    """A bearer token, requested with the secrets `client_id` and `client_secret` (and
    `refresh_token` for that grant), kept until it expires, and requested again after a 401.
    """

    type: Literal["oauth"]
    grant: Literal["client_credentials", "refresh_token"]
    token_url: str
    scope: NotRequired[str]


class StoredDestinationDocumentRequest(TypedDict):
    method: Literal["POST", "PUT", "PATCH"]
    path: str
    """A template: `{JSONata}` is replaced by its value, percent-encoded. It is appended to
    `base_url`.
    """
    query: NotRequired[str]
    """JSONata. An object: the parameters of the URL. Those without a value are left out."""
    headers: NotRequired[Dict[str, str]]
    """Sent unchanged. Do not put secrets here: see `auth`."""
    body: str
    """JSONata. The body, an object. It is sent as JSON."""


class StoredDestinationDocumentAuth(TypedDict):
    type: Literal["none"]


class StoredDestinationDocumentAuth2(TypedDict):
    """`Authorization: Bearer` with the secret `token`."""

    type: Literal["bearer"]


class StoredDestinationDocumentAuth3(TypedDict):
    """`Authorization: Basic` with this user and the secret `password`."""

    type: Literal["basic"]
    user: str


class StoredDestinationDocumentAuth4(TypedDict):
    """This header carries the secret `token`."""

    type: Literal["header"]
    header: str


class StoredDestinationDocumentAuth5(TypedDict):
    """A bearer token, requested with the secrets `client_id` and `client_secret` (and
    `refresh_token` for that grant), kept until it expires, and requested again after a 401.
    """

    type: Literal["oauth"]
    grant: Literal["client_credentials", "refresh_token"]
    token_url: str
    scope: NotRequired[str]


class DestinationPresetBaseUrl(TypedDict):
    default: NotRequired[str]
    """Absent if every customer has their own address."""
    example: str


class DestinationPresetSettingsItem(TypedDict):
    name: str
    label: str
    default: NotRequired[str]
    required: bool


class DestinationPreviewFieldsItem(TypedDict):
    answer: str
    field: str
    value: NotRequired[Any]
    left_out: NotRequired[str]
    """Why it is not written."""
    reviewed: bool


KitScoreItemsItem = TypedDict(
    "KitScoreItemsItem",
    {
        # The key of another brick of the kit.
        "brick": "str",
        # The value, or one of a list of values. A list answer needs one item among them.
        "is": "NotRequired[str | float | bool | None | List[str | float | bool]]",
        # The lowest number that counts.
        "at_least": "NotRequired[float]",
        # The highest number that counts.
        "at_most": "NotRequired[float]",
        # The most it can add to the score.
        "points": "float",
        # Partial credit: the share of the points by answer, such as { full: 1, short: 0.5 }; other
        # answers earn nothing. `true` and `false` for a yes/no question. Not together with is,
        # at_least and at_most.
        "credit": "NotRequired[Dict[str, float]]",
    },
)


KitScoreFailIfItem = TypedDict(
    "KitScoreFailIfItem",
    {
        # The key of another brick of the kit.
        "brick": "str",
        # The value, or one of a list of values. A list answer needs one item among them.
        "is": "NotRequired[str | float | bool | None | List[str | float | bool]]",
        # The lowest number that counts.
        "at_least": "NotRequired[float]",
        # The highest number that counts.
        "at_most": "NotRequired[float]",
    },
)


class BrickSchemaCategoriesItem(TypedDict):
    value: str
    name: NotRequired[str]
    description: NotRequired[str]


class KitSchemaInput(TypedDict):
    fields: Dict[str, KitSchemaInputFieldsValue]


class KitVersionDocumentForced(TypedDict):
    key_id: NotRequired[str]
    """Absent if a person did it."""
    by: Actor
    created_at: str


class KitDiffBreaksItem(TypedDict):
    key: NotRequired[str]
    message: str


class KitDiffAddedItem(TypedDict):
    key: str
    type: BrickType


class KitDiffRemovedItem(TypedDict):
    key: str
    type: BrickType


class KitDiffChangedItem(TypedDict):
    key: str
    breaking: bool
    changes: List[KitChange]


class TestedRunInput(TypedDict):
    fields: Dict[str, TestedRunInputFieldsValue]


class TestedRunOutput(TypedDict):
    """An output of the right shape with placeholder values."""

    kit_code: str
    kit_version_id: str
    bricks: Dict[str, Any]


class IntakeAuth1(TypedDict):
    type: Literal["token"]
    header: NotRequired[str]
    """The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in
    the URL.
    """


class IntakeAuth2(TypedDict):
    """The secret is a field of the body, as Microsoft Graph sends it."""

    type: Literal["body_token"]
    path: str
    """Where in the JSON body the secret is; `*` stands for every element of a list, and all must
    have it.
    """


class IntakeAuth3(TypedDict):
    """HTTP Basic, as in `https://user:password@…`."""

    type: Literal["basic"]
    username: str
    """The password is the secret."""


class IntakeAuth4(TypedDict):
    type: Literal["hmac"]
    header: str
    """The header that holds the signature, such as `X-Signature`."""
    algorithm: NotRequired[Literal["sha256", "sha512", "sha1"]]
    encoding: NotRequired[Literal["hex", "base64"]]
    format: NotRequired[str]
    """What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`."""
    signed: NotRequired[str]
    """What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`."""
    timestamp_header: NotRequired[str]
    """Where the timestamp is when `format` does not have it."""
    tolerance_seconds: NotRequired[float]
    """How old a timestamp may be. Without a timestamp it has no effect."""


class IntakeAuth5(TypedDict):
    """Standard Webhooks (Svix). The secret is the one that begins with `whsec_`."""

    type: Literal["standard_webhooks"]
    headers: NotRequired[Literal["webhook", "svix"]]
    """Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`."""
    tolerance_seconds: NotRequired[float]
    """How old a timestamp may be. Without a timestamp it has no effect."""


class IntakeAuth6(TypedDict):
    """`X-Twilio-Signature`, over the URL and the fields of the form. The secret is the auth token."""

    type: Literal["twilio"]


class IntakeAuth7(TypedDict):
    """`X-HubSpot-Signature-v3`, over method, URL, body and time. The secret is the app’s client
    secret.
    """

    type: Literal["hubspot"]
    tolerance_seconds: NotRequired[float]
    """How old a timestamp may be. Without a timestamp it has no effect."""


# A signed JSON Web Token. The secret is the shared one, or the public key as PEM for RS256 and
# ES256.
IntakeAuth8 = TypedDict(
    "IntakeAuth8",
    {
        "type": "Literal[\"jwt\"]",
        # `body`: the whole body is the token, and its claims are the payload. `header`: it comes in
        # a header.
        "in": "NotRequired[Literal[\"body\", \"header\"]]",
        # With `in: header`. Default: `Authorization`.
        "header": "NotRequired[str]",
        "algorithm": "NotRequired[Literal[\"HS256\", \"HS384\", \"HS512\", \"RS256\", \"ES256\"]]",
        # With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the
        # body is not signed.
        "body_hash_claim": "NotRequired[str]",
    },
)


class IntakeDocumentRecording(TypedDict):
    url: str
    """The address of the recording: a template as in fetch steps, which can also use what was
    fetched.
    """
    headers: NotRequired[Mapping[str, str]]
    """Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake."""
    channels: NotRequired[Sequence[ChannelSide]]
    """Who speaks on each channel. By default inferred from what is said."""
    keep_audio: NotRequired[bool]
    """Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says."""


class IntakeDocumentMap(TypedDict):
    input: NotRequired[str]
    """JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}.
    Only with `recording` it may be left out.
    """
    external_id: NotRequired[str]
    """JSONata. Evaluated on the payload: your id for the conversation."""
    occurred_at: NotRequired[str]
    """JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as
    milliseconds since 1970.
    """
    metadata: NotRequired[str]
    """JSONata. Evaluated on the payload: an object of strings, numbers and booleans."""
    idempotency_key: NotRequired[str]
    """JSONata. Evaluated on the payload: conversations with the same key create only one run.
    Default: the external id, or else the whole payload.
    """


class StoredIntakeDocumentAuth(TypedDict):
    type: Literal["token"]
    header: NotRequired[str]
    """The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in
    the URL.
    """


class StoredIntakeDocumentAuth2(TypedDict):
    """The secret is a field of the body, as Microsoft Graph sends it."""

    type: Literal["body_token"]
    path: str
    """Where in the JSON body the secret is; `*` stands for every element of a list, and all must
    have it.
    """


class StoredIntakeDocumentAuth3(TypedDict):
    """HTTP Basic, as in `https://user:password@…`."""

    type: Literal["basic"]
    username: str
    """The password is the secret."""


class StoredIntakeDocumentAuth4(TypedDict):
    type: Literal["hmac"]
    header: str
    """The header that holds the signature, such as `X-Signature`."""
    algorithm: Literal["sha256", "sha512", "sha1"]
    encoding: Literal["hex", "base64"]
    format: str
    """What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`."""
    signed: str
    """What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`."""
    timestamp_header: NotRequired[str]
    """Where the timestamp is when `format` does not have it."""
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


class StoredIntakeDocumentAuth5(TypedDict):
    """Standard Webhooks (Svix). The secret is the one that begins with `whsec_`."""

    type: Literal["standard_webhooks"]
    headers: Literal["webhook", "svix"]
    """Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`."""
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


class StoredIntakeDocumentAuth6(TypedDict):
    """`X-Twilio-Signature`, over the URL and the fields of the form. The secret is the auth token."""

    type: Literal["twilio"]


class StoredIntakeDocumentAuth7(TypedDict):
    """`X-HubSpot-Signature-v3`, over method, URL, body and time. The secret is the app’s client
    secret.
    """

    type: Literal["hubspot"]
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


# A signed JSON Web Token. The secret is the shared one, or the public key as PEM for RS256 and
# ES256.
StoredIntakeDocumentAuth8 = TypedDict(
    "StoredIntakeDocumentAuth8",
    {
        "type": "Literal[\"jwt\"]",
        # `body`: the whole body is the token, and its claims are the payload. `header`: it comes in
        # a header.
        "in": "Literal[\"body\", \"header\"]",
        # With `in: header`. Default: `Authorization`.
        "header": "NotRequired[str]",
        "algorithm": "Literal[\"HS256\", \"HS384\", \"HS512\", \"RS256\", \"ES256\"]",
        # With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the
        # body is not signed.
        "body_hash_claim": "NotRequired[str]",
    },
)


StoredIntakeDocumentFetchItem = TypedDict(
    "StoredIntakeDocumentFetchItem",
    {
        # The next steps and `map` read the response as `fetched.NAME`.
        "as": "str",
        "method": "Literal[\"GET\", \"POST\"]",
        # A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless
        # the URL begins with it.
        "url": "str",
        # Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake.
        "headers": "NotRequired[Dict[str, str]]",
        # JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is
        # replaced.
        "body": "NotRequired[str]",
        # How the object is written.
        "body_type": "Literal[\"json\", \"form\"]",
        # `text` takes the response as plain text, such as a WebVTT file.
        "read": "Literal[\"json\", \"text\"]",
    },
)


class StoredIntakeDocumentRecording(TypedDict):
    url: str
    """The address of the recording: a template as in fetch steps, which can also use what was
    fetched.
    """
    headers: NotRequired[Dict[str, str]]
    """Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake."""
    channels: NotRequired[List[ChannelSide]]
    """Who speaks on each channel. By default inferred from what is said."""
    keep_audio: NotRequired[bool]
    """Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says."""


class StoredIntakeDocumentMap(TypedDict):
    input: NotRequired[str]
    """JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}.
    Only with `recording` it may be left out.
    """
    external_id: NotRequired[str]
    """JSONata. Evaluated on the payload: your id for the conversation."""
    occurred_at: NotRequired[str]
    """JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as
    milliseconds since 1970.
    """
    metadata: NotRequired[str]
    """JSONata. Evaluated on the payload: an object of strings, numbers and booleans."""
    idempotency_key: NotRequired[str]
    """JSONata. Evaluated on the payload: conversations with the same key create only one run.
    Default: the external id, or else the whole payload.
    """


class IntakeWithChangesChangesItem(TypedDict):
    revision: float
    change: Literal["created", "changed", "secret_rotated", "deleted"]
    key_id: NotRequired[str]
    """The API key that did it; absent if a person did."""
    by: Actor
    created_at: str


class IntakeDeliveryRunsItem(TypedDict):
    kit: str
    run_id: str
    replayed: bool


class IntakeDeliveryFailedItem(TypedDict):
    kit: str
    error: str
    detail: NotRequired[str]


class IntakeDeliveryItemsItem(TypedDict):
    outcome: Literal["accepted", "replayed", "skipped", "failed"]
    reason: NotRequired[str]
    external_id: NotRequired[str]
    runs: List[IntakeDeliveryItemsItemRunsItem]
    failed: List[IntakeDeliveryItemsItemFailedItem]


class IntakePresetSecret(TypedDict):
    label: str
    """What the service calls it."""
    made_by: Literal["service", "brickwork"]
    """`service`: it is required when the intake is created."""


class IntakePresetDefinition(TypedDict):
    description: NotRequired[str]
    enabled: bool
    """A disabled intake stores what it receives and creates no runs; the deliveries can be
    replayed.
    """
    preset: NotRequired[str]
    """The preset it was made from. It has no effect."""
    handshake: NotRequired[Literal["zoom", "slack", "microsoft_graph", "ringcentral", "front", "meta"]]
    """How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s
    `challenge`, Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s
    `X-Front-Challenge`, Meta’s `hub.challenge`.
    """
    auth: (
        IntakePresetDefinitionAuth
        | IntakePresetDefinitionAuth2
        | IntakePresetDefinitionAuth3
        | IntakePresetDefinitionAuth4
        | IntakePresetDefinitionAuth5
        | IntakePresetDefinitionAuth6
        | IntakePresetDefinitionAuth7
        | IntakePresetDefinitionAuth8
    )
    each: NotRequired[str]
    """JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees
    one of them at a time.
    """
    when: NotRequired[str]
    """JSONata. Evaluated on the payload: anything but true is skipped."""
    fetch: NotRequired[List[IntakePresetDefinitionFetchItem]]
    """For services that send only an id or a URL: what is requested before `map`, in this order."""
    recording: NotRequired[IntakePresetDefinitionRecording]
    """For services that send the address of a recording: it is fetched and transcribed, and its
    conversation is added to what `map.input` gives.
    """
    map: IntakePresetDefinitionMap
    keep_days: float
    """How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps
    inputs.
    """


class IntakePreviewKitsItem(TypedDict):
    kit: str
    chosen: bool
    reason: str
    """Why it is chosen, or why not."""
    fault: NotRequired[str]
    """Why the kit would reject the input."""


class IntakePreviewItemsItem(TypedDict):
    outcome: Literal["accepted", "skipped", "failed", "fetch"]
    """`fetch`: it needs a response first; `url` says from where."""
    reason: NotRequired[str]
    input: NotRequired[Dict[str, Any]]
    external_id: NotRequired[str]
    occurred_at: NotRequired[str]
    metadata: NotRequired[Dict[str, str]]
    idempotency_key: NotRequired[str]
    url: NotRequired[str]
    """What the next fetch step would request."""
    kits: List[IntakePreviewItemsItemKitsItem]


class SignInProviderGroupsItem(TypedDict):
    group: str
    role: PersonRole


class SignInProviderLastFailure(TypedDict):
    reason: Literal[
    "unreachable",
    "clock",
    "expired",
    "refused",
    "no_email",
    "unverified",
    "no_groups",
    "no_access",
    "failed",
]
    at: str


class LinkRequestMember(TypedDict):
    """The member who has the address of the account."""

    id: str
    email: str
    name: str
    role: PersonRole


class MeWorkspace(TypedDict):
    id: str
    name: str


class MeLimits(TypedDict):
    run_creations_per_minute: float | None
    reads_per_minute: float | None
    runs_at_once: float | None
    """`null`: as many as the nodes have slots."""
    sync_waits_at_once: float | None
    stored_runs: float | None
    """Runs that the workspace may keep, in both environments together."""
    stored_bytes: float | None
    """Bytes of inputs, outputs, kit versions and golden sets that it may keep."""


class WorkspaceSettingsRetention(TypedDict):
    """How long data is kept. Initially everything but the audit log is kept forever."""

    input_days: float | None
    """Days that conversations are kept; null: forever."""
    output_days: float | None
    """Days that answers are kept; null: forever."""
    run_days: float | None
    """Days that whole runs, with their input and output, are kept; null: forever."""
    audit_days: float | None
    """Only the operator can set it, so that people who are recorded cannot shorten the record."""


class WorkspaceSettingsCreditPrice(TypedDict):
    amount: float
    currency: str
    set_by: Literal["workspace", "service"]


class SettingsChangeRetention(TypedDict):
    input_days: NotRequired[float | None]
    """Days that conversations are kept; null: forever."""
    output_days: NotRequired[float | None]
    """Days that answers are kept; null: forever."""
    run_days: NotRequired[float | None]
    """Days that whole runs, with their input and output, are kept; null: forever."""


class SettingsChangeCreditPrice(TypedDict):
    amount: float
    currency: str


class AuditEntryTarget(TypedDict):
    type: str
    """What kind of thing it is: `run`, `kit`, `key` …"""
    id: str
    name: NotRequired[str]


class AuditVerificationHead(TypedDict):
    position: float
    hash: str
    sealed_at: str


class CoachingNoteEffectItem(TypedDict):
    brick: str
    name: str
    what: str
    """What is measured: `mean`, or the answer whose share it is."""
    before: CoachingNoteEffectItemBefore
    """The 28 days before the note."""
    after: CoachingNoteEffectItemAfter
    """The 28 days after it, as far as they have passed."""
    enough: bool
    """False where there are fewer than ten calls before or after: too few to compare."""
    direction: NotRequired[Literal["up", "down"]]
    """Only with enough calls, and if the difference is more than chance (5 %)."""
    news: Literal["good", "bad", "neutral"]


class ReadConversationSpeakersItem(TypedDict):
    label: str
    """As the input writes it, cut after 200 characters."""
    side: NotRequired[Literal["agent", "customer"]]
    """Absent when it is not known."""
    probability: float
    """How likely the side is right, from 0 to 1."""
    kind: NotRequired[Literal["bot", "interpreter"]]


class LocalFirstNow(TypedDict):
    """With the current `local_from`."""

    kept: NotRequired[LocalFirstNowKept]
    """The share of answers that is kept instead of asking a model, with its 95 % interval; the rest
    goes to the model. Absent without runs.
    """
    runs_without_model: NotRequired[float]
    """Runs for which no model is asked at all."""
    expected_right: NotRequired[float]
    """The share of kept answers that is expected to be right. Absent where none is kept."""
    right: NotRequired[LocalFirstNowRight]
    """The reviewed answers that would be kept: how many, the share that is right, and its 95 %
    interval.
    """
    wrong_per_100_runs: NotRequired[LocalFirstNowWrongPer100Runs]
    """Wrong answers that are expected to be kept in a hundred runs; the limits come from `right`."""
    cost_saved: NotRequired[float]
    """The share of the cost that is saved, compared with asking a model everything."""
    credits_saved_per_1000_runs: NotRequired[float]
    """By the price of the first model; absent where none is set up."""


class LocalFirstProposed(TypedDict):
    """With the proposed `local_from` of each brick."""

    kept: NotRequired[LocalFirstProposedKept]
    """The share of answers that is kept instead of asking a model, with its 95 % interval; the rest
    goes to the model. Absent without runs.
    """
    runs_without_model: NotRequired[float]
    """Runs for which no model is asked at all."""
    expected_right: NotRequired[float]
    """The share of kept answers that is expected to be right. Absent where none is kept."""
    right: NotRequired[LocalFirstProposedRight]
    """The reviewed answers that would be kept: how many, the share that is right, and its 95 %
    interval.
    """
    wrong_per_100_runs: NotRequired[LocalFirstProposedWrongPer100Runs]
    """Wrong answers that are expected to be kept in a hundred runs; the limits come from `right`."""
    cost_saved: NotRequired[float]
    """The share of the cost that is saved, compared with asking a model everything."""
    credits_saved_per_1000_runs: NotRequired[float]
    """By the price of the first model; absent where none is set up."""


class LocalFirstBricksItem(TypedDict):
    brick: str
    now: float
    """The confidence from which its answers are kept now."""
    local_from: float
    """The proposed one: the lowest at which `target` of the kept answers are expected to be right;
    1 keeps none.
    """
    basis: Literal["reviews", "kit_reviews", "calibration"]
    """What it is mainly based on: `reviews` of this brick, `kit_reviews` of the others where it has
    fewer than ten, or the `calibration` where the kit has fewer than ten.
    """
    kept: NotRequired[LocalFirstBricksItemKept]
    expected_right: NotRequired[float]
    right: NotRequired[LocalFirstBricksItemRight]
    """Where none is kept: for answers with a confidence of 0.6 or more."""


class ListEventsAnswerDataItem(TypedDict):
    id: str
    """`evt_…`, stable across retries: deduplicate on it."""
    type: Literal[
    "run.succeeded",
    "run.failed",
    "run.cancelled",
    "run.reviewed",
    "run.appealed",
    "alert.raised",
    "alert.resolved",
    "spend.warning",
    "spend.reached",
    "webhook.test",
]
    created_at: str
    api_version: Literal["v1"]
    environment: Environment
    workspace_id: str
    thin: bool
    """`true`: `data` has only `run_id`, `status`, `error_code` and `duration_ms`; fetch the run.
    For `run.reviewed`: values, notes and `output` are left out; fetch the run with
    `as=reviewed`.
    """
    data: Dict[str, Any]
    """The run, in the shape of GET /v1/runs/:runId; for `run.reviewed` the run’s ids, the `reviews`
    that changed its answers and its `output` with corrections applied; for `run.appealed` the
    ids of the appeal, the run and the kit, and the `brick`; for `alert.raised` and
    `alert.resolved` the alert with its figure, or the canary with what it found.
    """


class RunCountFacetsItemValuesItem(TypedDict):
    value: str
    count: float


class CalibrationDetailResultsBricksItem(TypedDict):
    brick: str
    n: float
    """Calls in which several people reviewed the answer."""
    same: Estimate
    """The share of these on which all agree, with its 95 % interval."""


class BrickQualityAgreementSame(TypedDict):
    """The share of these answers on which everybody agrees, with its 95 % interval."""

    value: float
    low: NotRequired[float]
    high: NotRequired[float]


class GoldenSetRequest2FromReviews(TypedDict):
    since: NotRequired[str]
    """Only runs created since."""
    where: NotRequired[Mapping[str, str | Sequence[str]]]
    """Only runs that meet these conditions, as in lists of runs: `{"team": "emea"}`."""
    min_reviewers: NotRequired[float]
    """How many reviewers must agree; 1 by default."""


class GoldenSetRequest3FromQuestion(TypedDict):
    question_id: str
    key: NotRequired[str]
    """Which of its yes/no questions; may be left out where there is only one."""


class EvaluationReportFailedItem(TypedDict):
    line: float
    external_id: NotRequired[str]
    error: str


class ComparedEvaluationReportFailedItem(TypedDict):
    line: float
    external_id: NotRequired[str]
    error: str


class QuestionThemesOtherSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


class QuestionGroupValuesItemSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


class QuestionAnswerValuesItemSampling(TypedDict):
    """The part of the interval that reading more calls narrows."""

    low: float
    high: float


# Answered calls without a quote to show, because they say it in too many words, or not at all.
QuestionAnswerQuotesUnquoted = TypedDict(
    "QuestionAnswerQuotesUnquoted",
    {
        "for": "float",
        "against": "float",
    },
)


class QuestionSampleStrataItem(TypedDict):
    name: Literal["all", "likely", "rest"]
    population: float
    asked: float


class ComparedBrickNumbersIntervalBefore(TypedDict):
    low: float
    high: float


class ComparedBrickNumbersIntervalAfter(TypedDict):
    low: float
    high: float


class ChangesScoreBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class ChangesScoreDifference(TypedDict):
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""

    value: float
    low: float
    high: float


class ChangesChangesItemBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class ChangesChangesItemAfter(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class ChangesChangesItemDifference(TypedDict):
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""

    value: float
    low: float
    high: float


class ChangesChangesItemPointsItem(TypedDict):
    brick: str
    name: str
    points: float


class ChangesChangesItemTeamsItem(TypedDict):
    name: NotRequired[str]
    """The name of the team or agent; absent for calls without one."""
    value: float
    """Its part of the difference, in the same unit. All parts add up to it."""
    mix: float
    """The part of `value` that comes from a larger or smaller share of all calls."""
    calls: float


class ChangesChangesItemAgentsItem(TypedDict):
    name: NotRequired[str]
    """The name of the team or agent; absent for calls without one."""
    value: float
    """Its part of the difference, in the same unit. All parts add up to it."""
    mix: float
    """The part of `value` that comes from a larger or smaller share of all calls."""
    calls: float


class ChangesChangesItemCallsItem(TypedDict):
    run_id: str
    external_id: NotRequired[str]
    occurred_at: str
    agent: NotRequired[str]
    score: NotRequired[float]


class ChangesAgentsItemCostsItem(TypedDict):
    brick: str
    name: str
    met: float
    count: float
    """Answers that lost no points, of `n`."""
    n: float
    points: float
    """Lost per call."""


class ChangesMovedItemBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class ChangesMovedItemAfter(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class ChangesMovedItemDifference(TypedDict):
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""

    value: float
    low: float
    high: float


class KitWeekScoreBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class KitWeekScoreDifference(TypedDict):
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""

    value: float
    low: float
    high: float


class KitWeekChangesItemBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class KitWeekChangesItemAfter(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of answers."""
    count: NotRequired[float]
    """For a share: the number of calls in it."""


class KitWeekChangesItemDifference(TypedDict):
    """The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means."""

    value: float
    low: float
    high: float


class KitWeekChangesItemPointsItem(TypedDict):
    brick: str
    name: str
    points: float


class KitWeekChangesItemTeamsItem(TypedDict):
    name: NotRequired[str]
    """The name of the team or agent; absent for calls without one."""
    value: float
    """Its part of the difference, in the same unit. All parts add up to it."""
    mix: float
    """The part of `value` that comes from a larger or smaller share of all calls."""
    calls: float


class KitWeekChangesItemAgentsItem(TypedDict):
    name: NotRequired[str]
    """The name of the team or agent; absent for calls without one."""
    value: float
    """Its part of the difference, in the same unit. All parts add up to it."""
    mix: float
    """The part of `value` that comes from a larger or smaller share of all calls."""
    calls: float


class KitWeekChangesItemCallsItem(TypedDict):
    run_id: str
    external_id: NotRequired[str]
    occurred_at: str
    agent: NotRequired[str]
    score: NotRequired[float]


class KitWeekAgentsItemCostsItem(TypedDict):
    brick: str
    name: str
    met: float
    count: float
    """Answers that lost no points, of `n`."""
    n: float
    points: float
    """Lost per call."""


class KitWeekTrustLeast(TypedDict):
    name: str
    right: float
    low: float
    high: float


class KitWeekTrustMost(TypedDict):
    name: str
    right: float
    low: float
    high: float


class HomeKitsItemScore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of calls."""


class HomeKitsItemBefore(TypedDict):
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of calls."""


class HomeKitsItemWeeksItem(TypedDict):
    week: str
    """The Monday of the week."""
    value: float
    low: NotRequired[float]
    """The lower end of the 95 % interval; absent if too little was counted."""
    high: NotRequired[float]
    n: float
    """Number of calls."""


class HomeKitsItemLiftsItem(TypedDict):
    brick: str
    name: str
    missed: float
    """Calls of the month that missed it, of `n`."""
    n: float
    points: NotRequired[float]
    """What it would add to the score, per call."""


class KitSchemaInputFieldsValue(TypedDict):
    type: str
    required: bool
    description: NotRequired[str]


class TestedRunInputFieldsValue(TypedDict):
    type: str
    required: bool
    description: NotRequired[str]


class IntakeDeliveryItemsItemRunsItem(TypedDict):
    kit: str
    run_id: str
    replayed: bool


class IntakeDeliveryItemsItemFailedItem(TypedDict):
    kit: str
    error: str
    detail: NotRequired[str]


class IntakePresetDefinitionAuth(TypedDict):
    type: Literal["token"]
    header: NotRequired[str]
    """The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in
    the URL.
    """


class IntakePresetDefinitionAuth2(TypedDict):
    """The secret is a field of the body, as Microsoft Graph sends it."""

    type: Literal["body_token"]
    path: str
    """Where in the JSON body the secret is; `*` stands for every element of a list, and all must
    have it.
    """


class IntakePresetDefinitionAuth3(TypedDict):
    """HTTP Basic, as in `https://user:password@…`."""

    type: Literal["basic"]
    username: str
    """The password is the secret."""


class IntakePresetDefinitionAuth4(TypedDict):
    type: Literal["hmac"]
    header: str
    """The header that holds the signature, such as `X-Signature`."""
    algorithm: Literal["sha256", "sha512", "sha1"]
    encoding: Literal["hex", "base64"]
    format: str
    """What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`."""
    signed: str
    """What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`."""
    timestamp_header: NotRequired[str]
    """Where the timestamp is when `format` does not have it."""
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


class IntakePresetDefinitionAuth5(TypedDict):
    """Standard Webhooks (Svix). The secret is the one that begins with `whsec_`."""

    type: Literal["standard_webhooks"]
    headers: Literal["webhook", "svix"]
    """Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`."""
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


class IntakePresetDefinitionAuth6(TypedDict):
    """`X-Twilio-Signature`, over the URL and the fields of the form. The secret is the auth token."""

    type: Literal["twilio"]


class IntakePresetDefinitionAuth7(TypedDict):
    """`X-HubSpot-Signature-v3`, over method, URL, body and time. The secret is the app’s client
    secret.
    """

    type: Literal["hubspot"]
    tolerance_seconds: float
    """How old a timestamp may be. Without a timestamp it has no effect."""


# A signed JSON Web Token. The secret is the shared one, or the public key as PEM for RS256 and
# ES256.
IntakePresetDefinitionAuth8 = TypedDict(
    "IntakePresetDefinitionAuth8",
    {
        "type": "Literal[\"jwt\"]",
        # `body`: the whole body is the token, and its claims are the payload. `header`: it comes in
        # a header.
        "in": "Literal[\"body\", \"header\"]",
        # With `in: header`. Default: `Authorization`.
        "header": "NotRequired[str]",
        "algorithm": "Literal[\"HS256\", \"HS384\", \"HS512\", \"RS256\", \"ES256\"]",
        # With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the
        # body is not signed.
        "body_hash_claim": "NotRequired[str]",
    },
)


IntakePresetDefinitionFetchItem = TypedDict(
    "IntakePresetDefinitionFetchItem",
    {
        # The next steps and `map` read the response as `fetched.NAME`.
        "as": "str",
        "method": "Literal[\"GET\", \"POST\"]",
        # A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless
        # the URL begins with it.
        "url": "str",
        # Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake.
        "headers": "NotRequired[Dict[str, str]]",
        # JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is
        # replaced.
        "body": "NotRequired[str]",
        # How the object is written.
        "body_type": "Literal[\"json\", \"form\"]",
        # `text` takes the response as plain text, such as a WebVTT file.
        "read": "Literal[\"json\", \"text\"]",
    },
)


class IntakePresetDefinitionRecording(TypedDict):
    url: str
    """The address of the recording: a template as in fetch steps, which can also use what was
    fetched.
    """
    headers: NotRequired[Dict[str, str]]
    """Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake."""
    channels: NotRequired[List[ChannelSide]]
    """Who speaks on each channel. By default inferred from what is said."""
    keep_audio: NotRequired[bool]
    """Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says."""


class IntakePresetDefinitionMap(TypedDict):
    input: NotRequired[str]
    """JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}.
    Only with `recording` it may be left out.
    """
    external_id: NotRequired[str]
    """JSONata. Evaluated on the payload: your id for the conversation."""
    occurred_at: NotRequired[str]
    """JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as
    milliseconds since 1970.
    """
    metadata: NotRequired[str]
    """JSONata. Evaluated on the payload: an object of strings, numbers and booleans."""
    idempotency_key: NotRequired[str]
    """JSONata. Evaluated on the payload: conversations with the same key create only one run.
    Default: the external id, or else the whole payload.
    """


class IntakePreviewItemsItemKitsItem(TypedDict):
    kit: str
    chosen: bool
    reason: str
    """Why it is chosen, or why not."""
    fault: NotRequired[str]
    """Why the kit would reject the input."""


class CoachingNoteEffectItemBefore(TypedDict):
    """The 28 days before the note."""

    calls: float
    """Calls in which the question was answered."""
    value: NotRequired[float]
    low: NotRequired[float]
    high: NotRequired[float]


class CoachingNoteEffectItemAfter(TypedDict):
    """The 28 days after it, as far as they have passed."""

    calls: float
    """Calls in which the question was answered."""
    value: NotRequired[float]
    low: NotRequired[float]
    high: NotRequired[float]


class LocalFirstNowKept(TypedDict):
    share: float
    low: float
    high: float


class LocalFirstNowRight(TypedDict):
    """The reviewed answers that would be kept: how many, the share that is right, and its 95 %
    interval.
    """

    n: float
    accuracy: float
    low: float
    high: float


class LocalFirstNowWrongPer100Runs(TypedDict):
    value: float
    low: NotRequired[float]
    high: NotRequired[float]


class LocalFirstProposedKept(TypedDict):
    share: float
    low: float
    high: float


class LocalFirstProposedRight(TypedDict):
    """The reviewed answers that would be kept: how many, the share that is right, and its 95 %
    interval.
    """

    n: float
    accuracy: float
    low: float
    high: float


class LocalFirstProposedWrongPer100Runs(TypedDict):
    value: float
    low: NotRequired[float]
    high: NotRequired[float]


class LocalFirstBricksItemKept(TypedDict):
    share: float
    low: float
    high: float


class LocalFirstBricksItemRight(TypedDict):
    """The reviewed answers that would be kept: how many, the share that is right, and its 95 %
    interval.
    """

    n: float
    accuracy: float
    low: float
    high: float

