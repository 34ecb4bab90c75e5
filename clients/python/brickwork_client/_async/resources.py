"""Generated from the contract's endpoints by `npm run generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Sequence

from .._values import OMIT, Omit, Where, comma, given, part
from .helpers import (
    AsyncAuditHelpers,
    AsyncBackfillsHelpers,
    AsyncContrastsHelpers,
    AsyncEvaluationsHelpers,
    AsyncInsightsHelpers,
    AsyncLearningsHelpers,
    AsyncQuestionsHelpers,
    AsyncRecordingsHelpers,
    AsyncRunsHelpers,
    AsyncServiceHelpers,
    AsyncWebhooksHelpers,
)
from .paging import AsyncItems
from .resource import AsyncResource
from .transport import AsyncStream, AsyncTransport

if TYPE_CHECKING:
    from ..types import (
        AddedGoldenRuns,
        Alert,
        AlertChange,
        AlertCheck,
        ApiKey,
        Appeal,
        AppealPage,
        AppealStatus,
        AuditEntry,
        AuditPage,
        Backfill,
        BackfillComparison,
        BackfillEstimate,
        Calibration,
        CalibrationDetail,
        CallsToJudge,
        Canary,
        CanaryChange,
        Changes,
        Channel,
        ChannelDelivery,
        ChannelKind,
        ChannelSide,
        ChannelTopic,
        CoachingNote,
        ComparedEvaluation,
        Contrast,
        CreateBackfillRequestFilter,
        CreateErasureRequestFilter,
        CreateQuestionRequestLimit,
        CreateQuestionRequestQuestionsItem2,
        CreatedApiKey,
        DeleteAlertAnswer,
        DeleteCalibrationAnswer,
        DeleteCanaryAnswer,
        DeleteChannelAnswer,
        DeleteCoachingNoteAnswer,
        DeleteContrastAnswer,
        DeleteDestinationAnswer,
        DeleteDimensionAnswer,
        DeleteGoldenSetAnswer,
        DeleteIntakeAnswer,
        DeleteQuestionAnswer,
        DeleteRecordingAnswer,
        DeleteSpendCapAnswer,
        DeleteViewAnswer,
        DeleteWarehouseExportAnswer,
        DeleteWebhookAnswer,
        Delivery,
        DeliveryStatus,
        Destination,
        DestinationDelivery,
        DestinationDocument,
        DestinationPreset,
        DestinationPreview,
        DestinationStatus,
        Dimension,
        DimensionValue,
        DrawReviewsRequestFilter,
        DrawReviewsRequestPolicy,
        EndMemberSessionsAnswer,
        Environment,
        EraseCoachingNotesAnswer,
        EraseRunAnswer,
        Erasure,
        ErasureCount,
        Evaluation,
        EvaluationEstimate,
        GetEventAnswer,
        GetKitDocumentSchemaAnswer,
        GoldenSet,
        GoldenSetRequest,
        Home,
        ImportResult,
        Insights,
        Intake,
        IntakeDelivery,
        IntakeDocument,
        IntakeOutcome,
        IntakePayload,
        IntakePreset,
        IntakePreview,
        IntakeWithChanges,
        IntakeWithSecret,
        Invitation,
        JudgeCallsRequestJudgementsItem,
        JudgedAnswer,
        KitDiff,
        KitPage,
        KitQuality,
        KitSchema,
        KitSummary,
        KitTypes,
        KitVersion,
        KitVersionDocument,
        KitVersionPage,
        Learning,
        LearningEstimate,
        LinkRequest,
        ListBricksAnswer,
        ListDeliveriesAnswer,
        ListDestinationDeliveriesAnswer,
        ListEventsAnswer,
        ListIntakeDeliveriesAnswer,
        ListRecordingsAnswer,
        LocalFirst,
        Me,
        Member,
        MemberSession,
        NewReview,
        NewRunType,
        NextReviewItem,
        OpenapiAnswer,
        PersonRole,
        PreviewedAnswer,
        PushedKit,
        PutChannelRequestQuietHours,
        PutSettingsRequestCreditPrice,
        PutSettingsRequestRetention,
        Question,
        QuestionItem,
        QuestionPrediction,
        QueuedRuns,
        ReadConversation,
        ReadConversationsRequestConversationsItem,
        Recording,
        RecordingStatus,
        RecoverDeliveriesAnswer,
        RefuseLinkRequestAnswer,
        RemoveMemberAnswer,
        ReplayDestinationAnswer,
        ReplayIntakeDeliveriesAnswer,
        ReturnReviewItemAnswer,
        Review,
        ReviewDraw,
        ReviewItem,
        ReviewMatch,
        ReviewPage,
        ReviewQueue,
        RevokeInvitationAnswer,
        RevokeKeyAnswer,
        Role,
        Run,
        RunCount,
        RunItem,
        RunMode,
        RunPage,
        RunStatus,
        RunType,
        RunUsage,
        ShownInvitation,
        SignInProvider,
        SpeakerRule,
        SpendCap,
        StartedErasure,
        Summary,
        TestWebhookAnswer,
        TestedRun,
        UsageTotals,
        Verdict,
        View,
        WarehouseChanges,
        WarehouseExportState,
        WebhookEndpoint,
        WebhookEndpointWithSecret,
        WorkspaceSettings,
        WorkspaceSpeakers,
    )


class AsyncResources:
    """Everything that the API offers, by resource."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.alerts = AsyncAlertsResource(transport)
        self.appeals = AsyncAppealsResource(transport)
        self.audit = AsyncAuditResource(transport)
        self.backfills = AsyncBackfillsResource(transport)
        self.calibrations = AsyncCalibrationsResource(transport)
        self.canaries = AsyncCanariesResource(transport)
        self.channels = AsyncChannelsResource(transport)
        self.coaching = AsyncCoachingResource(transport)
        self.contrasts = AsyncContrastsResource(transport)
        self.conversations = AsyncConversationsResource(transport)
        self.destinations = AsyncDestinationsResource(transport)
        self.dimensions = AsyncDimensionsResource(transport)
        self.erasures = AsyncErasuresResource(transport)
        self.evaluations = AsyncEvaluationsResource(transport)
        self.golden_sets = AsyncGoldenSetsResource(transport)
        self.home = AsyncHomeResource(transport)
        self.insights = AsyncInsightsResource(transport)
        self.intakes = AsyncIntakesResource(transport)
        self.keys = AsyncKeysResource(transport)
        self.kits = AsyncKitsResource(transport)
        self.learnings = AsyncLearningsResource(transport)
        self.members = AsyncMembersResource(transport)
        self.questions = AsyncQuestionsResource(transport)
        self.recordings = AsyncRecordingsResource(transport)
        self.review_queue = AsyncReviewQueueResource(transport)
        self.reviews = AsyncReviewsResource(transport)
        self.runs = AsyncRunsResource(transport)
        self.service = AsyncServiceResource(transport)
        self.settings = AsyncSettingsResource(transport)
        self.shadows = AsyncShadowsResource(transport)
        self.sign_in = AsyncSignInResource(transport)
        self.speakers = AsyncSpeakersResource(transport)
        self.spend_caps = AsyncSpendCapsResource(transport)
        self.usage = AsyncUsageResource(transport)
        self.views = AsyncViewsResource(transport)
        self.warehouse = AsyncWarehouseResource(transport)
        self.webhooks = AsyncWebhooksResource(transport)


class AsyncAlertsResource(AsyncResource):
    async def list(self) -> List[Alert]:
        """All alerts, by name."""
        return await self._ask(
            "GET",
            "/v1/alerts",
            part_of_answer="data",
        )

    async def get(self, name: str) -> Alert:
        """Read an alert and its last check."""
        return await self._ask(
            "GET",
            f"/v1/alerts/{part(name)}",
        )

    async def changes(self, name: str) -> List[AlertChange]:
        """List when an alert was raised and resolved. Newest first, at most 100, with the result of
        each check.
        """
        return await self._ask(
            "GET",
            f"/v1/alerts/{part(name)}/changes",
            part_of_answer="data",
        )

    async def put(
        self,
        name: str,
        *,
        kit: str,
        brick: str,
        aggregate: Literal["share", "mean", "quantile", "no_value"],
        window: str,
        value: str | float | bool | None = None,
        quantile: float | None = None,
        above: float | None = None,
        below: float | None = None,
        hysteresis: float | None = None,
        min_runs: float | None = None,
        where: Mapping[str, str] | None = None,
        as_: Literal["given", "reviewed"] | None = None,
    ) -> Alert:
        """Store an alert. Replaces the rule of this name; the same rule changes nothing.

        Args:
            kit: The kit’s id, code or slug.
            brick: The key of a brick.
            aggregate: `share`: the share of runs with a value whose answer is `value`. `mean`
                and `quantile`: of numbers. `no_value`: the share of all runs without a value.
            window: `6h`: the last six hours. `7d`: today and the six days before, in the
                workspace’s time zone. Runs count by the time of their conversations.
            value: The answer that is counted; for `share` only.
            quantile: For `quantile` only; 0.5 by default.
            above: Raised when the figure is greater. Give either this or `below`.
            below: Raised when the figure is smaller.
            hysteresis: How far the figure must come back past the threshold before the alert is
                resolved; 0 by default.
            min_runs: With fewer runs in the window the alert keeps its state; 30 by default.
            where: Conditions, as in lists of runs: a dimension such as `team`, `answer.BRICK`,
                `confidence.BRICK` or `metadata.KEY`, with a value: `{"team": "emea"}`.
            as_: `reviewed` applies reviewers’ corrections.
        """
        return await self._ask(
            "PUT",
            f"/v1/alerts/{part(name)}",
            body=given({
                "kit": kit,
                "brick": brick,
                "aggregate": aggregate,
                "value": value,
                "quantile": quantile,
                "window": window,
                "above": above,
                "below": below,
                "hysteresis": hysteresis,
                "min_runs": min_runs,
                "where": where,
                "as": as_,
            }),
        )

    async def delete(self, name: str) -> DeleteAlertAnswer:
        """Delete an alert. If it is raised, it is resolved first: `alert.resolved` is recorded."""
        return await self._ask(
            "DELETE",
            f"/v1/alerts/{part(name)}",
        )

    async def check(
        self,
        *,
        kit: str,
        brick: str,
        aggregate: Literal["share", "mean", "quantile", "no_value"],
        window: str,
        value: str | float | bool | None = None,
        quantile: float | None = None,
        above: float | None = None,
        below: float | None = None,
        hysteresis: float | None = None,
        min_runs: float | None = None,
        where: Mapping[str, str] | None = None,
        as_: Literal["given", "reviewed"] | None = None,
    ) -> AlertCheck:
        """Check a rule without storing it. Stores nothing and records no event.

        Args:
            kit: The kit’s id, code or slug.
            brick: The key of a brick.
            aggregate: `share`: the share of runs with a value whose answer is `value`. `mean`
                and `quantile`: of numbers. `no_value`: the share of all runs without a value.
            window: `6h`: the last six hours. `7d`: today and the six days before, in the
                workspace’s time zone. Runs count by the time of their conversations.
            value: The answer that is counted; for `share` only.
            quantile: For `quantile` only; 0.5 by default.
            above: Raised when the figure is greater. Give either this or `below`.
            below: Raised when the figure is smaller.
            hysteresis: How far the figure must come back past the threshold before the alert is
                resolved; 0 by default.
            min_runs: With fewer runs in the window the alert keeps its state; 30 by default.
            where: Conditions, as in lists of runs: a dimension such as `team`, `answer.BRICK`,
                `confidence.BRICK` or `metadata.KEY`, with a value: `{"team": "emea"}`.
            as_: `reviewed` applies reviewers’ corrections.
        """
        return await self._ask(
            "POST",
            "/v1/alerts/check",
            body=given({
                "kit": kit,
                "brick": brick,
                "aggregate": aggregate,
                "value": value,
                "quantile": quantile,
                "window": window,
                "above": above,
                "below": below,
                "hysteresis": hysteresis,
                "min_runs": min_runs,
                "where": where,
                "as": as_,
            }),
            repeatable=True,
        )


class AsyncAppealsResource(AsyncResource):
    async def create(self, run_id: str, *, brick: str, text: str) -> Appeal:
        """Appeal an answer. It is listed in the review queue with its text, and sends
        `run.appealed`.

        Args:
            brick: The key of an answer in the run’s output.
            text: Why the answer is wrong.
        """
        return await self._ask(
            "POST",
            f"/v1/runs/{part(run_id)}/appeals",
            body=given({"brick": brick, "text": text}),
        )

    def list(
        self,
        *,
        status: AppealStatus | None = None,
        run_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncItems[Appeal, AppealPage]:
        """List appeals, newest first. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
        """
        return self._items(
            "GET",
            "/v1/appeals",
            query={"status": status, "run_id": run_id, "limit": limit, "cursor": cursor},
        )


class AsyncAuditResource(AsyncAuditHelpers):
    def list(
        self,
        *,
        actor: str | None = None,
        action: str | None = None,
        target: str | None = None,
        after: str | None = None,
        before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncItems[AuditEntry, AuditPage]:
        """List who did what, newest first. Changes are recorded in the same transaction, reads of
        conversations before they are answered. Iterate over all items, or take one `page()`.

        Args:
            actor: Only what this actor did: an id (`key_…`), or a part of the name in upper or
                lower case.
            action: Only this action (`key.created`), or every action of a kind (`key`).
            target: Only what was done to this: an id, such as `run_…`, or a part of a name.
            after: Only entries from this moment on.
            before: Only entries before this moment.
            limit: Items per page.
        """
        return self._items(
            "GET",
            "/v1/audit",
            query={
                "actor": actor,
                "action": action,
                "target": target,
                "after": after,
                "before": before,
                "limit": limit,
                "cursor": cursor,
            },
        )

    async def export(
        self,
        *,
        actor: str | None = None,
        action: str | None = None,
        target: str | None = None,
        after: str | None = None,
        before: str | None = None,
    ) -> AsyncStream:
        """Stream the audit log as JSON lines, oldest first. Leaves its own entry.

        Args:
            actor: Only what this actor did: an id (`key_…`), or a part of the name in upper or
                lower case.
            action: Only this action (`key.created`), or every action of a kind (`key`).
            target: Only what was done to this: an id, such as `run_…`, or a part of a name.
            after: Only entries from this moment on.
            before: Only entries before this moment.
        """
        return await self._stream(
            "GET",
            "/v1/audit/export",
            query={
                "actor": actor,
                "action": action,
                "target": target,
                "after": after,
                "before": before,
            },
        )


class AsyncBackfillsResource(AsyncBackfillsHelpers):
    async def estimate(
        self,
        *,
        kit_version_id: str,
        filter: CreateBackfillRequestFilter | None = None,
        run_ids: Sequence[str] | None = None,
        sample: float | None = None,
        engine: Literal["auto", "local"] | None = None,
        max_credits: float | None = None,
        webhooks: bool | None = None,
    ) -> BackfillEstimate:
        """Evaluate past runs again with another version or engine. In the background, after
        everything else. A dry run: nothing is started.

        Args:
            kit_version_id: The version that answers, possibly a draft. Its kit’s runs are
                evaluated again.
            filter: Which runs: `occurred_after`, `occurred_before`, `created_after`,
                `created_before`, `external_id`, `reviewed`, and `answer.BRICK`,
                `confidence.BRICK`, `metadata.KEY` and dimensions such as `team`, as in GET
                /v1/runs. By default all runs of the kit that have succeeded.
            run_ids: These runs instead of a filter: each must be a run of the kit that has
                succeeded.
            sample: The maximum number of runs, drawn at random; the same ones each time.
            engine: `local` asks no model.
            max_credits: Required unless `dry_run`; never exceeded. The most that a run could
                cost is reserved before it starts.
            webhooks: Whether events are sent for the new runs.
        """
        return await self._ask(
            "POST",
            "/v1/backfills",
            body=given({
                "kit_version_id": kit_version_id,
                "filter": filter,
                "run_ids": run_ids,
                "sample": sample,
                "engine": engine,
                "max_credits": max_credits,
                "webhooks": webhooks,
                "dry_run": True,
            }),
            repeatable=True,
        )

    async def start(
        self,
        *,
        kit_version_id: str,
        filter: CreateBackfillRequestFilter | None = None,
        run_ids: Sequence[str] | None = None,
        sample: float | None = None,
        engine: Literal["auto", "local"] | None = None,
        max_credits: float | None = None,
        webhooks: bool | None = None,
    ) -> Backfill:
        """Evaluate past runs again with another version or engine. In the background, after
        everything else.

        Args:
            kit_version_id: The version that answers, possibly a draft. Its kit’s runs are
                evaluated again.
            filter: Which runs: `occurred_after`, `occurred_before`, `created_after`,
                `created_before`, `external_id`, `reviewed`, and `answer.BRICK`,
                `confidence.BRICK`, `metadata.KEY` and dimensions such as `team`, as in GET
                /v1/runs. By default all runs of the kit that have succeeded.
            run_ids: These runs instead of a filter: each must be a run of the kit that has
                succeeded.
            sample: The maximum number of runs, drawn at random; the same ones each time.
            engine: `local` asks no model.
            max_credits: Required unless `dry_run`; never exceeded. The most that a run could
                cost is reserved before it starts.
            webhooks: Whether events are sent for the new runs.
        """
        return await self._ask(
            "POST",
            "/v1/backfills",
            body=given({
                "kit_version_id": kit_version_id,
                "filter": filter,
                "run_ids": run_ids,
                "sample": sample,
                "engine": engine,
                "max_credits": max_credits,
                "webhooks": webhooks,
            }),
        )

    async def list(self) -> List[Backfill]:
        """Backfills, newest first, 100 at most."""
        return await self._ask(
            "GET",
            "/v1/backfills",
            part_of_answer="data",
        )

    async def get(self, backfill_id: str) -> Backfill:
        """Read a backfill and its progress."""
        return await self._ask(
            "GET",
            f"/v1/backfills/{part(backfill_id)}",
        )

    async def cancel(self, backfill_id: str) -> Backfill:
        """Cancel a backfill. No more runs are started, and those in progress are cancelled."""
        return await self._ask(
            "POST",
            f"/v1/backfills/{part(backfill_id)}/cancel",
        )

    async def compare(self, backfill_id: str, *, flips: int | None = None) -> BackfillComparison:
        """Show what a backfill changed, brick by brick. Shares before and after, the runs whose
        answer changed, and whether that may be chance.

        Args:
            flips: How many changed runs are shown for each brick; 10,000 at most for all bricks
                together.
        """
        return await self._ask(
            "GET",
            f"/v1/backfills/{part(backfill_id)}/comparison",
            query={"flips": flips},
        )


class AsyncCalibrationsResource(AsyncResource):
    async def start(
        self,
        kit_id: str,
        *,
        name: str,
        size: float | None = None,
        run_ids: Sequence[str] | None = None,
    ) -> Calibration:
        """Start a calibration session. Gives the same calls to everybody who may review.

        Args:
            size: Calls without reviews, at random from the newest.
            run_ids: These calls instead.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/calibrations",
            body=given({"name": name, "size": size, "run_ids": run_ids}),
        )

    async def list(self, kit_id: str) -> List[Calibration]:
        """The calibration sessions of a kit, newest first."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/calibrations",
            part_of_answer="data",
        )

    async def get(self, calibration_id: str) -> CalibrationDetail:
        """Read a calibration session, and where people differ."""
        return await self._ask(
            "GET",
            f"/v1/calibrations/{part(calibration_id)}",
        )

    async def close(self, calibration_id: str) -> Calibration:
        """Close a calibration session. Everybody sees the results from then on."""
        return await self._ask(
            "POST",
            f"/v1/calibrations/{part(calibration_id)}/close",
            repeatable=True,
        )

    async def delete(self, calibration_id: str) -> DeleteCalibrationAnswer:
        """Delete a calibration session. Its results are deleted; the reviews stay, and count like
        any others.
        """
        return await self._ask(
            "DELETE",
            f"/v1/calibrations/{part(calibration_id)}",
        )


class AsyncCanariesResource(AsyncResource):
    async def list(self) -> List[Canary]:
        """All canaries, by name."""
        return await self._ask(
            "GET",
            "/v1/canaries",
            part_of_answer="data",
        )

    async def get(self, name: str) -> Canary:
        """Read a canary and its last evaluation."""
        return await self._ask(
            "GET",
            f"/v1/canaries/{part(name)}",
        )

    async def changes(self, name: str) -> List[CanaryChange]:
        """List when a canary was raised and resolved. Newest first, at most 100, with the result of
        each evaluation.
        """
        return await self._ask(
            "GET",
            f"/v1/canaries/{part(name)}/changes",
            part_of_answer="data",
        )

    async def put(
        self,
        name: str,
        *,
        kit: str,
        set: str,
        engine: Literal["auto", "local"] | None = None,
        at: str | None = None,
        max_drop: float | None = None,
        max_changed: float | None = None,
    ) -> Canary:
        """Store a canary. A golden set is evaluated every night on the live version of its kit,
        with the engine and model that runs use.

        Args:
            kit: The kit’s id, code or slug.
            set: The name of a golden set of the kit.
            engine: `auto`, as for runs, by default. `local` asks no model.
            at: When it begins, UTC; 03:00 by default.
            max_drop: How far the accuracy of a brick may fall below the baseline; 0.05 by
                default.
            max_changed: The share of lines whose answer may differ from the baseline’s; 0.1 by
                default.
        """
        return await self._ask(
            "PUT",
            f"/v1/canaries/{part(name)}",
            body=given({
                "kit": kit,
                "set": set,
                "engine": engine,
                "at": at,
                "max_drop": max_drop,
                "max_changed": max_changed,
            }),
        )

    async def delete(self, name: str) -> DeleteCanaryAnswer:
        """Delete a canary. If it is raised, it is resolved first."""
        return await self._ask(
            "DELETE",
            f"/v1/canaries/{part(name)}",
        )


class AsyncChannelsResource(AsyncResource):
    async def list(self) -> List[Channel]:
        """List channels. Those of the key’s environment, by name, at most 50."""
        return await self._ask(
            "GET",
            "/v1/channels",
            part_of_answer="data",
        )

    async def get(self, name: str) -> Channel:
        """Read a channel."""
        return await self._ask(
            "GET",
            f"/v1/channels/{part(name)}",
        )

    async def put(
        self,
        name: str,
        *,
        kind: ChannelKind,
        topics: Sequence[ChannelTopic],
        to: Sequence[str] | None = None,
        quiet_hours: PutChannelRequestQuietHours | None = None,
        digest_minutes: float | None = None,
        include_text: bool | None = None,
        enabled: bool | None = None,
        url: str | None = None,
        secret: str | None = None,
    ) -> Channel:
        """Store a channel. Replaces the settings of this name; a URL and a secret that are left
        out stay as they are while the kind is the same.

        Args:
            topics: `alerts`: alerts and canaries that are raised or resolved. `deliveries`:
                webhook deliveries whose every attempt failed, and endpoints that were disabled
                because of it. `spend`: spend caps at 80 and 100 %; live environment only.
                `summary`: how last week went, every Monday at 7:00 in the workspace’s time
                zone, as a separate message (`GET /v1/summary` shows it). `appeals`: an agent
                disagrees with an answer.
            to: Who gets the mail; for `email` only.
            quiet_hours: Nothing is sent between these times, in the workspace’s time zone; what
                happens in them becomes one message afterwards. `from` may be later than `to`:
                22:00 to 07:00.
            digest_minutes: At most one message in this many minutes: the first is sent
                immediately, and everything in the following minutes becomes one message at
                their end. 0: each is sent immediately.
            include_text: Whether messages may quote people: what an agent wrote in an appeal.
                Without it they only have ids.
            enabled: A disabled channel gets nothing, and nothing is kept for it.
            url: Where messages are posted; for all kinds but `email`. It is a secret: stored
                encrypted and never shown again. If omitted, the stored one is kept.
            secret: Secret that signs messages as specified by Standard Webhooks; only for
                `webhook`. It is never shown again. If omitted, the stored secret is kept.
        """
        return await self._ask(
            "PUT",
            f"/v1/channels/{part(name)}",
            body=given({
                "kind": kind,
                "topics": topics,
                "to": to,
                "quiet_hours": quiet_hours,
                "digest_minutes": digest_minutes,
                "include_text": include_text,
                "enabled": enabled,
                "url": url,
                "secret": secret,
            }),
        )

    async def delete(self, name: str) -> DeleteChannelAnswer:
        """Delete a channel. With its log; pending messages are dropped."""
        return await self._ask(
            "DELETE",
            f"/v1/channels/{part(name)}",
        )

    async def test(self, name: str) -> ChannelDelivery:
        """Send a test message. Sends it once, immediately, even in quiet hours and to a disabled
        channel.
        """
        return await self._ask(
            "POST",
            f"/v1/channels/{part(name)}/test",
        )

    async def send_summary(self, name: str) -> ChannelDelivery:
        """Send last week’s summary now. Sends what a channel with the topic `summary` gets on a
        Monday: once, immediately, even in quiet hours and to a disabled channel.
        """
        return await self._ask(
            "POST",
            f"/v1/channels/{part(name)}/summary",
        )

    async def deliveries(self, name: str, *, limit: int | None = None) -> List[ChannelDelivery]:
        """The log of a channel. Messages of the last 30 days, newest first.

        Args:
            limit: How many items a page holds at most: 1 to 100, 50 by default.
        """
        return await self._ask(
            "GET",
            f"/v1/channels/{part(name)}/deliveries",
            query={"limit": limit},
            part_of_answer="data",
        )


class AsyncCoachingResource(AsyncResource):
    async def list(
        self,
        *,
        agent: str | None = None,
        kit: str | None = None,
    ) -> List[CoachingNote]:
        """Coaching notes about an agent. The newest 20, each with how the agent’s calls went
        before and after it.

        Args:
            agent: Required, except for the role agent.
            kit: Only about this kit: a slug, code or id.
        """
        return await self._ask(
            "GET",
            "/v1/coaching-notes",
            query={"agent": agent, "kit": kit},
            part_of_answer="data",
        )

    async def create(
        self,
        *,
        agent: str,
        kit: str,
        bricks: Sequence[str],
        text: str,
        noted_on: str | None = None,
    ) -> CoachingNote:
        """Write a coaching note. The agent’s later calls are compared with the earlier ones.

        Args:
            kit: A slug, code or id.
            bricks: Keys of the kit’s questions.
            noted_on: Today by default; not in the future.
        """
        return await self._ask(
            "POST",
            "/v1/coaching-notes",
            body=given({
                "agent": agent,
                "kit": kit,
                "bricks": bricks,
                "text": text,
                "noted_on": noted_on,
            }),
        )

    async def delete(self, note_id: str) -> DeleteCoachingNoteAnswer:
        """Delete a coaching note."""
        return await self._ask(
            "DELETE",
            f"/v1/coaching-notes/{part(note_id)}",
        )

    async def erase(self, *, agent: str) -> EraseCoachingNotesAnswer:
        """Erase every note about an agent. For an agent who leaves, in this environment."""
        return await self._ask(
            "DELETE",
            "/v1/coaching-notes",
            query={"agent": agent},
        )


class AsyncContrastsResource(AsyncContrastsHelpers):
    async def start(
        self,
        *,
        filter: Mapping[str, str | bool | float | Sequence[str]],
        against: Mapping[str, str | bool | float | Sequence[str]] | None = None,
        side: Literal["customer", "agent", "all"] | None = None,
        limit: float | None = None,
    ) -> Contrast:
        """Find what comes up in some calls and not in others. Finds phrases that are more frequent
        in the calls of `filter` than in the others, by log-odds with a prior, in the
        background.

        Args:
            filter: The calls to look at, by the filters of GET /v1/runs: `{"kit_code":
                "K7TQ2MXB", "answer.score": "lt:60"}`.
            against: The calls to compare with. By default all other calls of the same kit and
                period.
            side: Whose turns are read; all turns if nobody’s side is known.
        """
        return await self._ask(
            "POST",
            "/v1/contrasts",
            body=given({"filter": filter, "against": against, "side": side, "limit": limit}),
        )

    async def list(self) -> List[Contrast]:
        """Contrasts, newest first, without their phrases."""
        return await self._ask(
            "GET",
            "/v1/contrasts",
            part_of_answer="data",
        )

    async def get(self, contrast_id: str) -> Contrast:
        """Read the phrases of a contrast, or its progress."""
        return await self._ask(
            "GET",
            f"/v1/contrasts/{part(contrast_id)}",
        )

    async def delete(self, contrast_id: str) -> DeleteContrastAnswer:
        """Delete a contrast; a running one is stopped."""
        return await self._ask(
            "DELETE",
            f"/v1/contrasts/{part(contrast_id)}",
        )


class AsyncConversationsResource(AsyncResource):
    async def read(
        self,
        *,
        conversations: Sequence[ReadConversationsRequestConversationsItem],
        kit_code: str | None | Omit = OMIT,
        kit_version_id: str | None | Omit = OMIT,
        type: NewRunType | None = None,
    ) -> List[ReadConversation]:
        """Show how conversations are read. Up to 100 inputs, each read as a run of this kit would
        read it: format, date, speakers, sides, warnings, or why it would be refused.

        Args:
            kit_code: 8-character Kit code. Required unless `kit_version_id` is given.
            kit_version_id: Pins a version; takes precedence over `kit_code`.
            type: `sandbox` may also address a draft by `kit_version_id`.
        """
        return await self._ask(
            "POST",
            "/v1/conversations/read",
            body=given(
                {
                    "kit_code": kit_code,
                    "kit_version_id": kit_version_id,
                    "type": type,
                    "conversations": conversations,
                },
                nullable={"kit_code", "kit_version_id"},
            ),
            repeatable=True,
            part_of_answer="data",
        )


class AsyncDestinationsResource(AsyncResource):
    async def list(self) -> List[Destination]:
        """List destinations. Those of the key’s environment, by name, at most 20."""
        return await self._ask(
            "GET",
            "/v1/destinations",
            part_of_answer="data",
        )

    async def presets(self) -> List[DestinationPreset]:
        """Services that answers can be written to. What each of them needs."""
        return await self._ask(
            "GET",
            "/v1/destination-presets",
            part_of_answer="data",
        )

    async def get(self, name: str) -> Destination:
        """Read a destination."""
        return await self._ask(
            "GET",
            f"/v1/destinations/{part(name)}",
        )

    async def put(
        self,
        name: str,
        *,
        destination: DestinationDocument,
        secrets: Mapping[str, str] | None = None,
    ) -> Destination:
        """Store a destination. From now on, every run that succeeds or is reviewed is written to
        its record.

        Args:
            secrets: Credentials for the service, by name. Stored encrypted and never shown
                again.
        """
        return await self._ask(
            "PUT",
            f"/v1/destinations/{part(name)}",
            body=given({"destination": destination, "secrets": secrets}),
        )

    async def delete(self, name: str) -> DeleteDestinationAnswer:
        """Delete a destination. With its log and secrets; pending deliveries are dropped."""
        return await self._ask(
            "DELETE",
            f"/v1/destinations/{part(name)}",
        )

    async def preview(
        self,
        name: str,
        *,
        destination: DestinationDocument | None = None,
        run_id: str | None = None,
    ) -> DestinationPreview:
        """The request that would be sent for a run. Sends nothing.

        Args:
            run_id: A run that succeeded. Default: the newest one of the kits that has a record.
        """
        return await self._ask(
            "POST",
            f"/v1/destinations/{part(name)}/preview",
            body=given({"destination": destination, "run_id": run_id}),
        )

    async def test(self, name: str, *, run_id: str | None = None) -> DestinationDelivery:
        """Write one run now. Writes the answers of a past run to its record, once, while you wait,
        even if the destination is disabled.

        Args:
            run_id: A run that succeeded. Default: the newest one of the kits that has a record.
        """
        return await self._ask(
            "POST",
            f"/v1/destinations/{part(name)}/test",
            body=given({"run_id": run_id}),
        )

    def deliveries(
        self,
        name: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: DestinationStatus | None = None,
        run_id: str | None = None,
    ) -> AsyncItems[DestinationDelivery, ListDestinationDeliveriesAnswer]:
        """The log of a destination. What was written in the last 30 days, newest first. Iterate
        over all items, or take one `page()`.

        Args:
            limit: Items per page.
        """
        return self._items(
            "GET",
            f"/v1/destinations/{part(name)}/deliveries",
            query={"limit": limit, "cursor": cursor, "status": status, "run_id": run_id},
        )

    async def replay(
        self,
        name: str,
        *,
        delivery_ids: Sequence[str] | None = None,
        run_ids: Sequence[str] | None = None,
        since: str | None = None,
    ) -> ReplayDestinationAnswer:
        """Write again, or write past runs. The named deliveries or runs, up to 100, or all `dead`
        deliveries since a time, 1,000 per request; repeat while `has_more` is true.

        Args:
            since: `dead` deliveries since then; by default all of them.
        """
        return await self._ask(
            "POST",
            f"/v1/destinations/{part(name)}/replay",
            body=given({"delivery_ids": delivery_ids, "run_ids": run_ids, "since": since}),
        )


class AsyncDimensionsResource(AsyncResource):
    async def list(self) -> List[Dimension]:
        """List what runs are grouped and filtered by."""
        return await self._ask(
            "GET",
            "/v1/dimensions",
            part_of_answer="data",
        )

    async def put(self, name: str, *, metadata_key: str, label: str | None = None) -> Dimension:
        """Declare a dimension, or change one. A workspace has `agent`, `team`, `channel` and
        `customer` from the start and may declare eight more.

        Args:
            label: The name by default.
        """
        return await self._ask(
            "PUT",
            f"/v1/dimensions/{part(name)}",
            body=given({"metadata_key": metadata_key, "label": label}),
        )

    async def delete(self, name: str) -> DeleteDimensionAnswer:
        """Delete a dimension. Runs keep their metadata; `metadata.KEY` still filters and groups by
        it.
        """
        return await self._ask(
            "DELETE",
            f"/v1/dimensions/{part(name)}",
        )

    async def values(
        self,
        name: str,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        kit: str | None = None,
    ) -> List[DimensionValue]:
        """The values of a dimension, the most frequent first.

        Args:
            prefix: Only values that begin with this, ignoring case.
            limit: How many values: 1 to 100, 20 by default.
            kit: Only of this kit: a slug, code or id.
        """
        return await self._ask(
            "GET",
            f"/v1/dimensions/{part(name)}/values",
            query={"prefix": prefix, "limit": limit, "kit": kit},
            part_of_answer="data",
        )


class AsyncErasuresResource(AsyncResource):
    async def count(
        self,
        *,
        run_ids: Sequence[str] | None = None,
        filter: CreateErasureRequestFilter | None = None,
        expected: float | None = None,
    ) -> ErasureCount:
        """Erase many runs. A dry run: nothing is started.

        Args:
            filter: The conditions of GET /v1/runs by their names: `kit_code`, `status`,
                `external_id`, `q`, `occurred_after` …, `answer.BRICK`, `metadata.KEY` and the
                dimensions. An empty one is refused.
            expected: How many runs should match, as `dry_run` returns. A different number is
                refused with 409. Required with `filter`.
        """
        return await self._ask(
            "POST",
            "/v1/erasures",
            body=given({
                "run_ids": run_ids,
                "filter": filter,
                "expected": expected,
                "dry_run": True,
            }),
            repeatable=True,
        )

    async def create(
        self,
        *,
        run_ids: Sequence[str] | None = None,
        filter: CreateErasureRequestFilter | None = None,
        expected: float | None = None,
    ) -> StartedErasure:
        """Erase many runs.

        Args:
            filter: The conditions of GET /v1/runs by their names: `kit_code`, `status`,
                `external_id`, `q`, `occurred_after` …, `answer.BRICK`, `metadata.KEY` and the
                dimensions. An empty one is refused.
            expected: How many runs should match, as `dry_run` returns. A different number is
                refused with 409. Required with `filter`.
        """
        return await self._ask(
            "POST",
            "/v1/erasures",
            body=given({"run_ids": run_ids, "filter": filter, "expected": expected}),
        )

    async def list(self) -> List[Erasure]:
        """The newest erasures."""
        return await self._ask(
            "GET",
            "/v1/erasures",
            part_of_answer="data",
        )

    async def get(self, erasure_id: str) -> Erasure:
        """The progress of an erasure."""
        return await self._ask(
            "GET",
            f"/v1/erasures/{part(erasure_id)}",
        )

    async def cancel(self, erasure_id: str) -> Erasure:
        """Stop an erasure. Erased runs stay erased."""
        return await self._ask(
            "POST",
            f"/v1/erasures/{part(erasure_id)}/cancel",
        )


class AsyncEvaluationsResource(AsyncEvaluationsHelpers):
    async def estimate(
        self,
        kit_id: str,
        *,
        set: str,
        version: float | None = None,
        engine: Literal["auto", "local"] | None = None,
    ) -> EvaluationEstimate:
        """Score a version of a kit on a golden set. In the background: read its progress with GET
        /v1/evaluations/:evaluationId. A dry run: nothing is started.

        Args:
            set: The name of a golden set of the kit.
            version: The newest version by default.
            engine: `local` asks no model.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/evaluations",
            body=given({"set": set, "version": version, "engine": engine, "dry_run": True}),
            repeatable=True,
        )

    async def start(
        self,
        kit_id: str,
        *,
        set: str,
        version: float | None = None,
        engine: Literal["auto", "local"] | None = None,
    ) -> Evaluation:
        """Score a version of a kit on a golden set. In the background: read its progress with GET
        /v1/evaluations/:evaluationId.

        Args:
            set: The name of a golden set of the kit.
            version: The newest version by default.
            engine: `local` asks no model.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/evaluations",
            body=given({"set": set, "version": version, "engine": engine}),
        )

    async def list(self, kit_id: str) -> List[Evaluation]:
        """Evaluations of a kit, newest first, 100 at most."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/evaluations",
            part_of_answer="data",
        )

    async def get(self, evaluation_id: str, *, against: str | None = None) -> ComparedEvaluation:
        """Read an evaluation with its report, alone or compared with another.

        Args:
            against: An earlier evaluation on the same set: adds `against`, with the lines that
                are now right or wrong and were not before.
        """
        return await self._ask(
            "GET",
            f"/v1/evaluations/{part(evaluation_id)}",
            query={"against": against},
        )

    async def cancel(self, evaluation_id: str) -> Evaluation:
        """Cancel an evaluation. It ends immediately, without a report; what its lines cost so far
        stays charged.
        """
        return await self._ask(
            "POST",
            f"/v1/evaluations/{part(evaluation_id)}/cancel",
        )


class AsyncGoldenSetsResource(AsyncResource):
    async def list(self, kit_id: str) -> List[GoldenSet]:
        """The golden sets of a kit."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/golden-sets",
            part_of_answer="data",
        )

    async def put(self, kit_id: str, name: str, body: GoldenSetRequest) -> GoldenSet:
        """Store a golden set, or build one from reviews. Replaces the set of this name; the same
        lines change nothing.
        """
        return await self._ask(
            "PUT",
            f"/v1/kits/{part(kit_id)}/golden-sets/{part(name)}",
            body=body,
        )

    async def add_runs(
        self,
        kit_id: str,
        name: str,
        *,
        run_ids: Sequence[str],
        unreviewed: bool | None = None,
    ) -> AddedGoldenRuns:
        """Add runs to a golden set. Adds or updates a line for each run: its input, and the
        answers that reviewers agree on.

        Args:
            unreviewed: Also take answers that are not reviewed, as the kit gave them. Only if
                somebody has read the calls: a golden set must be right.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/golden-sets/{part(name)}/runs",
            body=given({"run_ids": run_ids, "unreviewed": unreviewed}),
            repeatable=True,
        )

    async def lines(self, kit_id: str, name: str) -> AsyncStream:
        """The lines of a golden set. JSON lines of `external_id`, `input` and `expected`, as
        `brickwork evaluate` reads them.
        """
        return await self._stream(
            "GET",
            f"/v1/kits/{part(kit_id)}/golden-sets/{part(name)}",
        )

    async def delete(self, kit_id: str, name: str) -> DeleteGoldenSetAnswer:
        """Delete a golden set with all its versions. Reports of evaluations on it stay."""
        return await self._ask(
            "DELETE",
            f"/v1/kits/{part(kit_id)}/golden-sets/{part(name)}",
        )


class AsyncHomeResource(AsyncResource):
    async def get(self, *, agent: str | None = None) -> Home:
        """Show how an agent’s own calls are going. This month against the one before and against
        the median of the team, week by week, and what would improve the score most.

        Args:
            agent: Required, except for the role agent.
        """
        return await self._ask(
            "GET",
            "/v1/home",
            query={"agent": agent},
        )


class AsyncInsightsResource(AsyncInsightsHelpers):
    async def get(
        self,
        kit_id: str,
        *,
        group_by: str | Sequence[str] | None = None,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        cursor: str | None = None,
        where: Where = None,
    ) -> Insights:
        """Show how often each answer was given. Counts, shares and quantiles of a kit’s answers
        with 95 % intervals, by the days on which conversations took place.

        Args:
            group_by: `day`, `week`, `month`, `version`, a dimension such as `team`, or
                `metadata.KEY`; or two of them: `week,team`.
            from_: The first day; by default 90 days are shown.
            to: The last day; today by default.
            timezone: The time zone in which days begin and end, such as `Europe/Lisbon`; the
                workspace’s by default.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            cursor: `next_cursor` of the previous page; for CSV its `X-Next-Cursor`.
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/insights",
            query={
                "group_by": comma(group_by),
                "from": from_,
                "to": to,
                "timezone": timezone,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "as": as_,
                "cursor": cursor,
                **(where or {}),
            },
        )

    async def changes(
        self,
        kit_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        against_from: str | None = None,
        against_to: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        where: Where = None,
    ) -> Changes:
        """Show what changed, why, and who needs help. Compares days with days before them: by
        default the last calendar week that has ended with the four weeks before it, in the
        workspace’s time zone.

        Args:
            from_: The first day; by default the Monday of the last week that has ended.
            to: The last day; by default the Sunday of the week of `from`.
            against_from: The days to compare with. By default four weeks before a week, the
                month before a month, otherwise as many days before.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/changes",
            query={
                "from": from_,
                "to": to,
                "against_from": against_from,
                "against_to": against_to,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "as": as_,
                **(where or {}),
            },
        )

    async def summary(self, *, week: str | None = None) -> Summary:
        """Show how a week went.

        Args:
            week: The Monday of the week, in the workspace’s time zone; by default the last week
                that has ended.
        """
        return await self._ask(
            "GET",
            "/v1/summary",
            query={"week": week},
        )


class AsyncIntakesResource(AsyncResource):
    async def put(
        self,
        name: str,
        *,
        intake: IntakeDocument,
        secret: str | None = None,
        grace_hours: float | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> IntakeWithSecret:
        """Create or replace an intake. A named address for a service that pushes conversations.

        Args:
            secret: The token, signing secret or public key, when the pushing service chose it.
                It takes effect immediately.
            grace_hours: How long the replaced secret keeps working. Default 24; 0 ends it
                immediately.
            secrets: What fetch steps send as `{secret:NAME}`. Stored encrypted; omitted ones
                are kept.
        """
        return await self._ask(
            "PUT",
            f"/v1/intakes/{part(name)}",
            body=given({
                "intake": intake,
                "secret": secret,
                "grace_hours": grace_hours,
                "secrets": secrets,
            }),
        )

    async def list(self) -> List[Intake]:
        """List intakes."""
        return await self._ask(
            "GET",
            "/v1/intakes",
            part_of_answer="data",
        )

    async def presets(self) -> List[IntakePreset]:
        """Ready-made definitions for common services. Signature, handshake, mapping and what to
        enter at the service.
        """
        return await self._ask(
            "GET",
            "/v1/intake-presets",
            part_of_answer="data",
        )

    async def get(self, name: str) -> IntakeWithChanges:
        """An intake and who changed it."""
        return await self._ask(
            "GET",
            f"/v1/intakes/{part(name)}",
        )

    async def delete(self, name: str) -> DeleteIntakeAnswer:
        """Delete an intake and its log. Its path returns 404 from now on."""
        return await self._ask(
            "DELETE",
            f"/v1/intakes/{part(name)}",
        )

    async def rotate(self, name: str, *, grace_hours: float | None = None) -> IntakeWithSecret:
        """Replace the secret with a new one. The old one works for another day, or for
        `grace_hours`, so no delivery is lost in the meantime.

        Args:
            grace_hours: How long the replaced secret keeps working. Default 24; 0 ends it
                immediately.
        """
        return await self._ask(
            "POST",
            f"/v1/intakes/{part(name)}/rotate",
            body=given({"grace_hours": grace_hours}),
        )

    async def test(
        self,
        name: str,
        *,
        payload: Any | Omit = OMIT,
        delivery_id: str | None = None,
        intake: IntakeDocument | None = None,
        fetched: Mapping[str, Any] | None = None,
    ) -> IntakePreview:
        """Try an intake on a payload. Creates no run and stores nothing.

        Args:
            payload: What the service would push, as JSON.
            delivery_id: Instead of `payload`: a stored delivery.
            fetched: Responses of fetch steps by name. Nothing is requested here: without them,
                the first step is shown.
        """
        return await self._ask(
            "POST",
            f"/v1/intakes/{part(name)}/test",
            body=given(
                {
                    "payload": payload,
                    "delivery_id": delivery_id,
                    "intake": intake,
                    "fetched": fetched,
                },
                nullable={"payload"},
            ),
            repeatable=True,
        )

    def deliveries(
        self,
        name: str,
        *,
        limit: int | None = None,
        outcome: IntakeOutcome | None = None,
        external_id: str | None = None,
        since: str | None = None,
        cursor: str | None = None,
    ) -> AsyncItems[IntakeDelivery, ListIntakeDeliveriesAnswer]:
        """List what was pushed, newest first. The last 30 days, with the reason for each that
        created no run. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            since: Received at this time or later.
            cursor: `next_cursor` of the previous page.
        """
        return self._items(
            "GET",
            f"/v1/intakes/{part(name)}/deliveries",
            query={
                "limit": limit,
                "outcome": outcome,
                "external_id": external_id,
                "since": since,
                "cursor": cursor,
            },
        )

    async def delivery(self, name: str, delivery_id: str) -> IntakeDelivery:
        """One delivery and its result."""
        return await self._ask(
            "GET",
            f"/v1/intakes/{part(name)}/deliveries/{part(delivery_id)}",
        )

    async def payload(self, name: str, delivery_id: str) -> IntakePayload:
        """The payload of a delivery, while it is kept. For fixing a mapping: try it with POST
        /v1/intakes/:name/test, then replay the delivery.
        """
        return await self._ask(
            "GET",
            f"/v1/intakes/{part(name)}/deliveries/{part(delivery_id)}/payload",
        )

    async def erase_delivery(self, name: str, delivery_id: str) -> IntakeDelivery:
        """Erase a delivery. Deletes its payload and its external id permanently; its entry in the
        log stays.
        """
        return await self._ask(
            "DELETE",
            f"/v1/intakes/{part(name)}/deliveries/{part(delivery_id)}",
        )

    async def replay(
        self,
        name: str,
        *,
        delivery_ids: Sequence[str] | None = None,
        since: str | None = None,
        outcomes: Sequence[Literal["accepted", "replayed", "skipped", "failed"]] | None = None,
    ) -> ReplayIntakeDeliveriesAnswer:
        """Replay stored payloads. Reads the named deliveries, or all since a time, again with the
        current definition.

        Args:
            delivery_ids: These deliveries, whatever their outcome.
            since: All received at this time or later.
            outcomes: With `since`: which outcomes. Default: failed and skipped.
        """
        return await self._ask(
            "POST",
            f"/v1/intakes/{part(name)}/replay",
            body=given({"delivery_ids": delivery_ids, "since": since, "outcomes": outcomes}),
        )


class AsyncKeysResource(AsyncResource):
    async def me(self) -> Me:
        """Show what this key is, and what it may do. For tools that show only what a key may do."""
        return await self._ask(
            "GET",
            "/v1/me",
        )

    async def list(self) -> List[ApiKey]:
        """List the workspace’s API keys. A live key sees all keys of the workspace, a test key the
        test keys.
        """
        return await self._ask(
            "GET",
            "/v1/keys",
            part_of_answer="data",
        )

    async def create(
        self,
        *,
        name: str | None = None,
        environment: Environment | None = None,
        role: Role | None = None,
        agent: str | None = None,
        expires_at: str | None = None,
    ) -> CreatedApiKey:
        """Create an API key. Only this response shows the key.

        Args:
            name: What it is for.
            environment: Default: the environment of the key that sends the request.
            agent: Needed by the role `agent`: the value of the dimension `agent` whose calls it
                sees.
            expires_at: From then on, requests with the key get `api_key_expired`.
        """
        return await self._ask(
            "POST",
            "/v1/keys",
            body=given({
                "name": name,
                "environment": environment,
                "role": role,
                "agent": agent,
                "expires_at": expires_at,
            }),
        )

    async def revoke(self, key_id: str) -> RevokeKeyAnswer:
        """Revoke an API key. The key stops working immediately, on every node."""
        return await self._ask(
            "DELETE",
            f"/v1/keys/{part(key_id)}",
        )


class AsyncKitsResource(AsyncResource):
    async def local_first(self, kit_id: str, *, target: str | None = None) -> LocalFirst:
        """Show what could be answered without a model. With `engine: auto` and a model, answers of
        the built-in model from `local_from` on are kept and the model answers the rest.

        Args:
            target: How many of the kept answers should be right: a share from 0.5 to 0.999,
                0.95 by default.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/local-first",
            query={"target": target},
        )

    async def apply_local_first(self, kit_id: str, *, target: float | None = None) -> PushedKit:
        """Write the proposed thresholds into a draft. Creates a version of the kit in which each
        brick has the `local_from` that the preview proposes: a draft like any other, so publish
        it to use it.

        Args:
            target: How many of the kept answers should be right.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/local-first",
            body=given({"target": target}),
        )

    async def schema(self, kit_id: str) -> KitSchema:
        """Get a Kit’s output schema. All Bricks and their configured output fields."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/schema",
        )

    async def find_schema(
        self,
        *,
        kit_code: str | None = None,
        kit_id: str | None = None,
        kit_version_id: str | None = None,
    ) -> KitSchema:
        """Get a Kit’s output schema by query. Send one of the three.

        Args:
            kit_code: 8-character Kit code. An empty parameter counts as absent.
            kit_id: Kit UUID.
            kit_version_id: Kit version UUID.
        """
        return await self._ask(
            "GET",
            "/v1/kits/schema",
            query={
                "kit_code": kit_code,
                "kit_id": kit_id,
                "kit_version_id": kit_version_id,
            },
        )

    async def bricks(self, *, ids: str | Sequence[str]) -> ListBricksAnswer:
        """Get Brick metadata. Maps Brick ids to keys, names and types.

        Args:
            ids: Comma-separated Brick ids, at most 100.
        """
        return await self._ask(
            "GET",
            "/v1/bricks",
            query={"ids": comma(ids)},
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        archived: bool | None = None,
    ) -> AsyncItems[KitSummary, KitPage]:
        """List the workspace’s Kits. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
            archived: `true` lists the archived kits instead.
        """
        return self._items(
            "GET",
            "/v1/kits",
            query={"limit": limit, "cursor": cursor, "archived": archived},
        )

    async def push(self, document: Mapping[str, Any], *, publish: bool | None = None) -> PushedKit:
        """Push a kit document. Creates the next version of the kit that the document names, as a
        draft.

        Args:
            publish: `true` also publishes it. If the document has a `gate`, the version stays a
                draft until it passes.
        """
        return await self._ask(
            "POST",
            "/v1/kits",
            query={"publish": publish},
            body=document,
            repeatable=True,
        )

    def versions(
        self,
        kit_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncItems[KitVersion, KitVersionPage]:
        """List a Kit’s versions. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
        """
        return self._items(
            "GET",
            f"/v1/kits/{part(kit_id)}/versions",
            query={"limit": limit, "cursor": cursor},
        )

    async def version(self, kit_id: str, version: int | str) -> KitVersionDocument:
        """Get a version with its document. The document is in normal form: every default is written
        out.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/versions/{part(version)}",
        )

    async def publish(
        self,
        kit_id: str,
        *,
        version: float | None = None,
        kit_version_id: str | None = None,
        force: bool | None = None,
    ) -> PushedKit:
        """Make a version live. Without a body, publishes the newest version.

        Args:
            force: `true`: publish even if the kit’s gate fails. Needs kits:force, and is
                recorded.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/publish",
            body=given({"version": version, "kit_version_id": kit_version_id, "force": force}),
        )

    async def archive(self, kit_id: str) -> KitSummary:
        """Archive a Kit. New runs cannot use it; past runs keep it."""
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/archive",
            repeatable=True,
        )

    async def diff(
        self,
        kit_id: str,
        *,
        from_: float | None = None,
        to: float | None = None,
        document: Any | Omit = OMIT,
    ) -> KitDiff:
        """Compare two versions, or a version with a document.

        Args:
            from_: Default: the live version, or the newest if none is live.
            to: Default: the newest version.
            document: A kit document to compare with, instead of `to`.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/diff",
            body=given(
                {
                    "from": from_,
                    "to": to,
                    "document": document,
                },
                nullable={"document"},
            ),
            repeatable=True,
        )

    async def types(self, kit_id: str) -> KitTypes:
        """Get TypeScript types of a Kit’s output. What `brickwork kits types` prints, for the
        version that the schema endpoint describes.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/types",
        )

    async def document_schema(self) -> GetKitDocumentSchemaAnswer:
        """Get the JSON Schema of kit files. For completion and checking in editors."""
        return await self._ask(
            "GET",
            "/v1/kits/document-schema",
        )


class AsyncLearningsResource(AsyncLearningsHelpers):
    async def estimate(
        self,
        kit_id: str,
        *,
        set: str | None = None,
        since: str | None = None,
        min_reviewers: float | None = None,
        version: float | None = None,
    ) -> LearningEstimate:
        """Learn from reviews or a golden set. In the background: read its progress with GET
        /v1/learnings/:learningId. A dry run: nothing is started.

        Args:
            set: A golden set of the kit to learn from. By default reviews.
            since: Only reviews of runs created since. Not with `set`.
            min_reviewers: How many must agree on an answer; 1 by default. Not with `set`.
            version: The version to teach: by default the live one, or the newest if none is
                live.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/learnings",
            body=given({
                "set": set,
                "since": since,
                "min_reviewers": min_reviewers,
                "version": version,
                "dry_run": True,
            }),
            repeatable=True,
        )

    async def start(
        self,
        kit_id: str,
        *,
        set: str | None = None,
        since: str | None = None,
        min_reviewers: float | None = None,
        version: float | None = None,
    ) -> Learning:
        """Learn from reviews or a golden set. In the background: read its progress with GET
        /v1/learnings/:learningId.

        Args:
            set: A golden set of the kit to learn from. By default reviews.
            since: Only reviews of runs created since. Not with `set`.
            min_reviewers: How many must agree on an answer; 1 by default. Not with `set`.
            version: The version to teach: by default the live one, or the newest if none is
                live.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/learnings",
            body=given({
                "set": set,
                "since": since,
                "min_reviewers": min_reviewers,
                "version": version,
            }),
        )

    async def list(self, kit_id: str) -> List[Learning]:
        """List what a kit learned, newest first, 50 at most."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/learnings",
            part_of_answer="data",
        )

    async def get(self, learning_id: str) -> Learning:
        """One learning run, brick by brick."""
        return await self._ask(
            "GET",
            f"/v1/learnings/{part(learning_id)}",
        )

    async def cancel(self, learning_id: str) -> Learning:
        """Cancel a learning run. It ends immediately and changes nothing."""
        return await self._ask(
            "POST",
            f"/v1/learnings/{part(learning_id)}/cancel",
        )

    async def undo(self, kit_id: str, *, bricks: Sequence[str] | None = None) -> PushedKit:
        """Undo what a live kit learned.

        Args:
            bricks: Keys of the bricks to reset to how they were originally written. All by
                default.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/unlearn",
            body=given({"bricks": bricks}),
        )


class AsyncMembersResource(AsyncResource):
    async def list(self) -> List[Member]:
        """List the people of the workspace."""
        return await self._ask(
            "GET",
            "/v1/members",
            part_of_answer="data",
        )

    async def change(
        self,
        member_id: str,
        *,
        name: str | None = None,
        role: PersonRole | None = None,
        agent: str | None = None,
    ) -> Member:
        """Change somebody’s role or name. Their sessions end immediately, on every node."""
        return await self._ask(
            "PATCH",
            f"/v1/members/{part(member_id)}",
            body=given({"name": name, "role": role, "agent": agent}),
        )

    async def remove(self, member_id: str) -> RemoveMemberAnswer:
        """Remove somebody from the workspace. Their sessions end immediately and their credentials
        are deleted.
        """
        return await self._ask(
            "DELETE",
            f"/v1/members/{part(member_id)}",
        )

    async def reset(self, member_id: str) -> ShownInvitation:
        """Let somebody choose a new password and new codes. For a lost phone or a forgotten
        password.
        """
        return await self._ask(
            "POST",
            f"/v1/members/{part(member_id)}/reset",
        )

    async def sessions(self, member_id: str) -> List[MemberSession]:
        """List where somebody is signed in."""
        return await self._ask(
            "GET",
            f"/v1/members/{part(member_id)}/sessions",
            part_of_answer="data",
        )

    async def end_sessions(self, member_id: str) -> EndMemberSessionsAnswer:
        """Sign somebody out everywhere."""
        return await self._ask(
            "DELETE",
            f"/v1/members/{part(member_id)}/sessions",
        )

    async def invitations(self) -> List[Invitation]:
        """List open invitations."""
        return await self._ask(
            "GET",
            "/v1/invitations",
            part_of_answer="data",
        )

    async def invite(
        self,
        *,
        email: str,
        role: PersonRole,
        agent: str | None = None,
    ) -> ShownInvitation:
        """Invite somebody. Only this response shows the link; the service does not send e-mail.

        Args:
            agent: Needed by the role `agent`: the value of the dimension `agent` whose calls
                they see.
        """
        return await self._ask(
            "POST",
            "/v1/invitations",
            body=given({"email": email, "role": role, "agent": agent}),
        )

    async def revoke_invitation(self, invitation_id: str) -> RevokeInvitationAnswer:
        """Revoke an invitation."""
        return await self._ask(
            "DELETE",
            f"/v1/invitations/{part(invitation_id)}",
        )


class AsyncQuestionsResource(AsyncQuestionsHelpers):
    async def predict(
        self,
        *,
        questions: Sequence[str | CreateQuestionRequestQuestionsItem2],
        kit_code: str | None = None,
        filter: Mapping[str, str | bool | float | Sequence[str]] | None = None,
        limit: CreateQuestionRequestLimit | None = None,
        width: float | None = None,
        by: str | None = None,
        seek: Literal["any", "rare"] | None = None,
        seed: float | None = None,
        engine: Literal["auto", "local"] | None = None,
    ) -> QuestionPrediction:
        """Ask a question across calls. One to five questions in plain words, put to a random
        sample of past calls in the background, after everything else. A dry run: nothing is
        started.

        Args:
            kit_code: Short for `filter.kit_code`: only runs of this kit.
            filter: Which runs: every filter of GET /v1/runs by its name, such as `{"kit_code":
                "K7TQ2MXB", "team": "Porto", "occurred_after": "2026-10-01T00:00:00Z", "q":
                "refund"}`. By default `api` runs that succeeded.
            width: Reading stops once the sampling error is at most this on either side: 0.05 is
                ±5 points of a share, or 5 % of a mean. What the engine’s accuracy adds to the
                interval is stated separately: reading more calls cannot narrow it.
            by: A dimension, `metadata.KEY`, or `week` for a trend: the same figures for each of
                its values, or for each week in the workspace’s time zone.
            seek: `rare`: calls whose words are close to the question’s are drawn more often.
                Weights compensate, so the estimate stays unbiased.
            seed: The same seed draws the same calls.
            engine: `local` asks no model and costs nothing.
        """
        return await self._ask(
            "POST",
            "/v1/questions",
            body=given({
                "questions": questions,
                "kit_code": kit_code,
                "filter": filter,
                "limit": limit,
                "width": width,
                "by": by,
                "seek": seek,
                "seed": seed,
                "engine": engine,
                "dry_run": True,
            }),
            repeatable=True,
        )

    async def ask(
        self,
        *,
        questions: Sequence[str | CreateQuestionRequestQuestionsItem2],
        kit_code: str | None = None,
        filter: Mapping[str, str | bool | float | Sequence[str]] | None = None,
        limit: CreateQuestionRequestLimit | None = None,
        width: float | None = None,
        by: str | None = None,
        seek: Literal["any", "rare"] | None = None,
        seed: float | None = None,
        engine: Literal["auto", "local"] | None = None,
    ) -> Question:
        """Ask a question across calls. One to five questions in plain words, put to a random
        sample of past calls in the background, after everything else.

        Args:
            kit_code: Short for `filter.kit_code`: only runs of this kit.
            filter: Which runs: every filter of GET /v1/runs by its name, such as `{"kit_code":
                "K7TQ2MXB", "team": "Porto", "occurred_after": "2026-10-01T00:00:00Z", "q":
                "refund"}`. By default `api` runs that succeeded.
            width: Reading stops once the sampling error is at most this on either side: 0.05 is
                ±5 points of a share, or 5 % of a mean. What the engine’s accuracy adds to the
                interval is stated separately: reading more calls cannot narrow it.
            by: A dimension, `metadata.KEY`, or `week` for a trend: the same figures for each of
                its values, or for each week in the workspace’s time zone.
            seek: `rare`: calls whose words are close to the question’s are drawn more often.
                Weights compensate, so the estimate stays unbiased.
            seed: The same seed draws the same calls.
            engine: `local` asks no model and costs nothing.
        """
        return await self._ask(
            "POST",
            "/v1/questions",
            body=given({
                "questions": questions,
                "kit_code": kit_code,
                "filter": filter,
                "limit": limit,
                "width": width,
                "by": by,
                "seek": seek,
                "seed": seed,
                "engine": engine,
            }),
        )

    async def list(self) -> List[QuestionItem]:
        """Questions, newest first, 100 at most."""
        return await self._ask(
            "GET",
            "/v1/questions",
            part_of_answer="data",
        )

    async def get(self, question_id: str) -> Question:
        """The estimate so far, with its evidence and cost."""
        return await self._ask(
            "GET",
            f"/v1/questions/{part(question_id)}",
        )

    async def delete(self, question_id: str) -> DeleteQuestionAnswer:
        """Cancel a question, or delete one that has ended. A running question is `cancelled`: no
        more calls are read, and the estimate so far is kept.
        """
        return await self._ask(
            "DELETE",
            f"/v1/questions/{part(question_id)}",
        )

    async def to_judge(
        self,
        question_id: str,
        *,
        key: str | None = None,
        limit: int | None = None,
    ) -> CallsToJudge:
        """Calls to judge, so that the interval narrows. Calls that were read for the question and
        not judged yet, with the passage that the engine’s answer is based on.

        Args:
            key: Which of the yes/no questions; may be left out where there is only one of them.
        """
        return await self._ask(
            "GET",
            f"/v1/questions/{part(question_id)}/judgements",
            query={"key": key, "limit": limit},
        )

    async def judge(
        self,
        question_id: str,
        *,
        judgements: Sequence[JudgeCallsRequestJudgementsItem],
        reviewer: str | None = None,
        key: str | None = None,
    ) -> JudgedAnswer:
        """Say what is right for some calls. All are stored, or none; the newest judgement of a
        call counts.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
            key: Which of the yes/no questions; may be left out where there is only one of them.
        """
        return await self._ask(
            "POST",
            f"/v1/questions/{part(question_id)}/judgements",
            query={"reviewer": reviewer},
            body=given({"key": key, "judgements": judgements}),
            repeatable=True,
        )


class AsyncRecordingsResource(AsyncRecordingsHelpers):
    async def create(
        self,
        *,
        kit_code: str | None | Omit = OMIT,
        kit_version_id: str | None | Omit = OMIT,
        type: NewRunType | None = None,
        input: Mapping[str, Any] | None = None,
        occurred_at: str | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, str] | None = None,
        name: str | None = None,
        size_bytes: float | None = None,
        url: str | None = None,
        language: str | None = None,
        channels: Sequence[ChannelSide] | None = None,
        keep_audio: bool | None = None,
    ) -> Recording:
        """Send a recording. WAV, FLAC, MP3, M4A or AAC, Ogg with Opus, and WebM, one or two
        channels, at most three hours and 500 MB.

        Args:
            kit_code: The Kit that the conversation is evaluated against. Without one, it is
                only transcribed.
            kit_version_id: Pins a version; takes precedence over `kit_code`.
            type: Type of run.
            input: Other fields of the run’s input, besides the conversation.
            occurred_at: When the conversation took place, RFC 3339. By default as the input
                says, otherwise now. At most a day in the future.
            external_id: Your own id for the conversation; you can list runs by it.
            metadata: At most 16 pairs of strings, returned with the run.
            name: The file’s name, to find it again.
            size_bytes: How many bytes will be uploaded. Either this or `url`.
            url: A public https:// address from which the recording is fetched, in parts; it
                must answer requests with `Range`, or send at most 64 MB.
            language: The spoken language, such as `de`. Detected by default.
            channels: Who speaks on each channel: `["agent", "customer"]`. By default inferred
                from what is said.
            keep_audio: Keep a copy to listen to, encrypted, until the run is erased or
                BRICKWORK_RECORDING_DAYS have passed. The default is BRICKWORK_KEEP_RECORDINGS.
        """
        return await self._ask(
            "POST",
            "/v1/recordings",
            body=given(
                {
                    "kit_code": kit_code,
                    "kit_version_id": kit_version_id,
                    "type": type,
                    "input": input,
                    "occurred_at": occurred_at,
                    "external_id": external_id,
                    "metadata": metadata,
                    "name": name,
                    "size_bytes": size_bytes,
                    "url": url,
                    "language": language,
                    "channels": channels,
                    "keep_audio": keep_audio,
                },
                nullable={"kit_code", "kit_version_id"},
            ),
        )

    def list(
        self,
        *,
        status: RecordingStatus | None = None,
        run_id: str | None = None,
        external_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncItems[Recording, ListRecordingsAnswer]:
        """List recordings, newest first. Iterate over all items, or take one `page()`.

        Args:
            run_id: Only the recording of this run.
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
        """
        return self._items(
            "GET",
            "/v1/recordings",
            query={
                "status": status,
                "run_id": run_id,
                "external_id": external_id,
                "limit": limit,
                "cursor": cursor,
            },
        )

    async def get(
        self,
        recording_id: str,
        *,
        include: Literal["conversation"] | None = None,
    ) -> Recording:
        """Read a recording and its progress.

        Args:
            include: `conversation`: what was said, with the time of each word (needs
                runs:read_input).
        """
        return await self._ask(
            "GET",
            f"/v1/recordings/{part(recording_id)}",
            query={"include": include},
        )

    async def retry(self, recording_id: str) -> Recording:
        """Transcribe a failed recording again. Continues where it failed."""
        return await self._ask(
            "POST",
            f"/v1/recordings/{part(recording_id)}/retry",
            repeatable=True,
        )

    async def delete(self, recording_id: str) -> DeleteRecordingAnswer:
        """Delete a recording and its audio; stops its processing. Runs created from it stay: erase
        them to erase the transcript too.
        """
        return await self._ask(
            "DELETE",
            f"/v1/recordings/{part(recording_id)}",
        )


class AsyncReviewQueueResource(AsyncResource):
    async def get(self, kit_id: str) -> ReviewQueue:
        """The review queue of a kit: policy, progress, what is left."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/review-queue",
        )

    async def set_policy(
        self,
        kit_id: str,
        *,
        random: float | None = None,
        below_confidence: float | None = None,
        match: Sequence[ReviewMatch] | None = None,
        second_review: float | None = None,
        since: str | None = None,
    ) -> ReviewQueue:
        """Set which runs people should review. Replaces the policy.

        Args:
            random: The share of all runs to review, drawn by a hash of the run id. Without it,
                accuracy cannot be estimated for the rest.
            below_confidence: Every run with an answer below this confidence. Metrics, scores
                and answers that do not apply do not count.
            match: Every run with one of these answers, values of a dimension such as `team`, or
                metadata pairs.
            second_review: The share of drawn runs that a second person reviews too.
            since: Runs that ended since then are considered; by default only those from now on.
        """
        return await self._ask(
            "PUT",
            f"/v1/kits/{part(kit_id)}/review-policy",
            body=given({
                "random": random,
                "below_confidence": below_confidence,
                "match": match,
                "second_review": second_review,
                "since": since,
            }),
        )

    async def delete_policy(self, kit_id: str) -> ReviewQueue:
        """Stop drawing runs, and drop unreviewed items."""
        return await self._ask(
            "DELETE",
            f"/v1/kits/{part(kit_id)}/review-policy",
        )

    async def preview_draw(
        self,
        kit_id: str,
        *,
        policy: DrawReviewsRequestPolicy | None = None,
        filter: DrawReviewsRequestFilter | None = None,
    ) -> ReviewDraw:
        """Draw past runs for review, or see what a policy would draw. Goes through past runs of
        the kit that have succeeded, as the policy does with runs that end from now on: the same
        runs are drawn each time. A dry run: nothing is started.

        Args:
            policy: For this draw only; the kit’s policy by default.
            filter: Which runs: `occurred_after`, `occurred_before`, `created_after`,
                `created_before`, `external_id`, `reviewed`, and `answer.BRICK`,
                `confidence.BRICK`, `metadata.KEY` and dimensions such as `team`, as in GET
                /v1/runs. By default all runs of the kit that have succeeded.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/review-policy/draw",
            body=given({"policy": policy, "filter": filter, "dry_run": True}),
            repeatable=True,
        )

    async def draw(
        self,
        kit_id: str,
        *,
        policy: DrawReviewsRequestPolicy | None = None,
        filter: DrawReviewsRequestFilter | None = None,
    ) -> ReviewDraw:
        """Draw past runs for review, or see what a policy would draw. Goes through past runs of
        the kit that have succeeded, as the policy does with runs that end from now on: the same
        runs are drawn each time.

        Args:
            policy: For this draw only; the kit’s policy by default.
            filter: Which runs: `occurred_after`, `occurred_before`, `created_after`,
                `created_before`, `external_id`, `reviewed`, and `answer.BRICK`,
                `confidence.BRICK`, `metadata.KEY` and dimensions such as `team`, as in GET
                /v1/runs. By default all runs of the kit that have succeeded.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/review-policy/draw",
            body=given({"policy": policy, "filter": filter}),
            repeatable=True,
        )

    async def add(
        self,
        kit_id: str,
        *,
        run_ids: Sequence[str],
        second: bool | None = None,
    ) -> QueuedRuns:
        """Put runs that you choose into the review queue. They are handed out before drawn ones,
        and have no `probability`: hand-picked runs say nothing about other runs, so quality
        figures leave them out.

        Args:
            second: Two people review each.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/review-queue/items",
            body=given({"run_ids": run_ids, "second": second}),
            repeatable=True,
        )

    async def next(self, kit_id: str, *, reviewer: str | None = None) -> NextReviewItem:
        """Take the next item to review, under a lease. Nobody else gets the item while the lease
        lasts.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
        """
        return await self._ask(
            "POST",
            f"/v1/kits/{part(kit_id)}/review-queue/next",
            query={"reviewer": reviewer},
            repeatable=True,
        )

    async def renew(self, item_id: str, *, reviewer: str | None = None) -> ReviewItem:
        """Keep an item for another 15 minutes.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
        """
        return await self._ask(
            "POST",
            f"/v1/review-items/{part(item_id)}/renew",
            query={"reviewer": reviewer},
            repeatable=True,
        )

    async def give_back(
        self,
        item_id: str,
        *,
        reviewer: str | None = None,
    ) -> ReturnReviewItemAnswer:
        """Give an item back without reviewing it.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
        """
        return await self._ask(
            "POST",
            f"/v1/review-items/{part(item_id)}/return",
            query={"reviewer": reviewer},
            repeatable=True,
        )

    async def quality(
        self,
        kit_id: str,
        *,
        version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        group_by: str | Sequence[str] | None = None,
        timezone: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        threshold: float | None = None,
        where: Where = None,
    ) -> KitQuality:
        """Show how accurate the answers are.

        Args:
            version: Only runs of this version.
            since: Only runs whose conversations took place since then (`occurred_at`).
            until: Only runs whose conversations took place before then (`occurred_at`).
            group_by: `day`, `week`, `month`, `version`, a dimension such as `team`, or
                `metadata.KEY`; one of them.
            timezone: The time zone in which days begin and end, such as `Europe/Lisbon`; the
                workspace’s by default.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            threshold: Default 0.8.
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/quality",
            query={
                "version": version,
                "since": since,
                "until": until,
                "group_by": comma(group_by),
                "timezone": timezone,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "as": as_,
                "threshold": threshold,
                **(where or {}),
            },
        )


class AsyncReviewsResource(AsyncResource):
    async def add(
        self,
        run_id: str,
        reviews: Sequence[NewReview],
        *,
        reviewer: str | None = None,
        imported_from: str | None = None,
    ) -> List[Review]:
        """Review a run’s answers. All are stored, or none.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
            imported_from: For imports, instead of `reviewer`: the `reviewer` of an exported
                review. It is stored as `import/…`, no matter who imports it and how often; this
                reviewer’s own verdicts on this server are not affected.
        """
        return await self._ask(
            "POST",
            f"/v1/runs/{part(run_id)}/reviews",
            query={"reviewer": reviewer, "imported_from": imported_from},
            body=reviews,
            repeatable=True,
            part_of_answer="data",
        )

    async def preview(
        self,
        run_id: str,
        reviews: Sequence[NewReview],
        *,
        reviewer: str | None = None,
    ) -> List[PreviewedAnswer]:
        """Preview what a review would change. Stores nothing.

        Args:
            reviewer: Whose verdicts these are, when one key serves several people: `anna` and
                `ben` count separately.
        """
        return await self._ask(
            "POST",
            f"/v1/runs/{part(run_id)}/reviews/preview",
            query={"reviewer": reviewer},
            body=reviews,
            repeatable=True,
            part_of_answer="data",
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kit: str | None = None,
        run_id: str | None = None,
        brick: str | None = None,
        verdict: Verdict | None = None,
        reviewer: str | None = None,
        current: bool | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> AsyncItems[Review, ReviewPage]:
        """List reviews, newest first. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
            kit: Id, code or slug of a kit.
            reviewer: As in the field `reviewer`.
            current: `true`: only the newest verdict of each reviewer.
        """
        return self._items(
            "GET",
            "/v1/reviews",
            query={
                "limit": limit,
                "cursor": cursor,
                "kit": kit,
                "run_id": run_id,
                "brick": brick,
                "verdict": verdict,
                "reviewer": reviewer,
                "current": current,
                "created_after": created_after,
                "created_before": created_before,
            },
        )

    async def export(
        self,
        *,
        kit: str | None = None,
        run_id: str | None = None,
        brick: str | None = None,
        verdict: Verdict | None = None,
        reviewer: str | None = None,
        current: bool | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> AsyncStream:
        """Stream reviews as JSON lines, oldest first. One review per line, in the shape of GET
        /v1/reviews.

        Args:
            kit: Id, code or slug of a kit.
            reviewer: As in the field `reviewer`.
            current: `true`: only the newest verdict of each reviewer.
        """
        return await self._stream(
            "GET",
            "/v1/reviews/export",
            query={
                "kit": kit,
                "run_id": run_id,
                "brick": brick,
                "verdict": verdict,
                "reviewer": reviewer,
                "current": current,
                "created_after": created_after,
                "created_before": created_before,
            },
        )


class AsyncRunsResource(AsyncRunsHelpers):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kit_code: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        sort: str | None = None,
        include: str | Sequence[str] | None = None,
        mask: bool | None = None,
        where: Where = None,
    ) -> AsyncItems[RunItem, RunPage]:
        """List runs, newest first or in another order. In the order of `created_at` unless `sort`
        asks for another. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
            kit_code: Only runs of this Kit, by its code or slug.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            sort: `-created_at` (newest first) by default; `created_at`, `occurred_at`,
                `answer.BRICK` or `confidence.BRICK`, with a leading `-` for the reverse. Runs
                without a value come last. Orders by answer need `kit_code` and compare the
                newest 20,000 runs.
            include: `answers` adds the answers of each run.
            mask: `1`: names, numbers and addresses of people are placeholders such as
                `<PERSON_1>`. Without identities:read, every read is masked.
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return self._items(
            "GET",
            "/v1/runs",
            query={
                "limit": limit,
                "cursor": cursor,
                "kit_code": kit_code,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "as": as_,
                "sort": sort,
                "include": comma(include),
                "mask": mask,
                **(where or {}),
            },
        )

    async def export(
        self,
        *,
        format: Literal["jsonl", "csv"] | None = None,
        include: str | Sequence[str] | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        kit_code: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        mask: bool | None = None,
        where: Where = None,
    ) -> AsyncStream:
        """Stream results, one row per brick. Oldest first, with every filter of the list of runs.

        Args:
            include: Comma-separated list of `input` (needs runs:read_input), `evidence_spans`,
                `confidence_basis` and `applicability`: a column of a CSV that says why a value
                is empty; JSON lines always say it.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            kit_code: Only runs of this Kit, by its code or slug.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            mask: `1`: names, numbers and addresses of people are placeholders such as
                `<PERSON_1>`. Without identities:read, every read is masked.
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return await self._stream(
            "GET",
            "/v1/runs/export",
            query={
                "format": format,
                "include": comma(include),
                "as": as_,
                "kit_code": kit_code,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "mask": mask,
                **(where or {}),
            },
        )

    async def count(
        self,
        *,
        kit_code: str | None = None,
        status: RunStatus | None = None,
        type: RunType | None = None,
        backfill_id: str | None = None,
        kit_version_id: str | None = None,
        external_id: str | None = None,
        occurred_after: str | None = None,
        occurred_before: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        q: str | None = None,
        reviewed: bool | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        facets: str | Sequence[str] | None = None,
        where: Where = None,
    ) -> RunCount:
        """Count runs, and break them down. Takes every filter of the list.

        Args:
            kit_code: Only runs of this Kit, by its code or slug.
            backfill_id: Only runs of this backfill, which are left out otherwise.
            kit_version_id: Only runs that this version answered.
            occurred_after: Only conversations that took place at this moment or later.
            occurred_before: Only conversations that took place before this moment.
            created_after: Only runs that were accepted at this moment or later.
            created_before: Only runs that were accepted before this moment.
            q: Words to be found in the input: all of them, `"a phrase"`, `or` between
                alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be
                found a few seconds after they end.
            reviewed: Only runs that were reviewed, or that were not.
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            facets: Comma-separated list of at most 8: `status`, `kit_code`, a dimension,
                `metadata.KEY`, `answer.BRICK` (needs `kit_code`).
            where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`,
                `metadata.KEY`.
        """
        return await self._ask(
            "GET",
            "/v1/runs/count",
            query={
                "kit_code": kit_code,
                "status": status,
                "type": type,
                "backfill_id": backfill_id,
                "kit_version_id": kit_version_id,
                "external_id": external_id,
                "occurred_after": occurred_after,
                "occurred_before": occurred_before,
                "created_after": created_after,
                "created_before": created_before,
                "q": q,
                "reviewed": reviewed,
                "as": as_,
                "facets": comma(facets),
                **(where or {}),
            },
        )

    async def get(
        self,
        run_id: str,
        *,
        include: str | Sequence[str] | None = None,
        as_: Literal["given", "reviewed"] | None = None,
        mask: bool | None = None,
    ) -> Run:
        """Get a run.

        Args:
            include: Comma-separated list of `input` and `conversation` (both need
                runs:read_input), `evidence_spans`, `confidence_basis`, `reviews` and `usage`
                (needs usage:read).
            as_: `given`: the answers of the kit. `reviewed`: what most reviewers of an answer
                consider right, with conditions, applicability, failure and scores recomputed
                from it. Filters use the same answers.
            mask: `1`: names, numbers and addresses of people are placeholders such as
                `<PERSON_1>`. Without identities:read, every read is masked.
        """
        return await self._ask(
            "GET",
            f"/v1/runs/{part(run_id)}",
            query={"include": comma(include), "as": as_, "mask": mask},
        )

    async def cancel(self, run_id: str) -> Run:
        """Cancel a run. The run is `cancelled` immediately; work in progress is stopped."""
        return await self._ask(
            "POST",
            f"/v1/runs/{part(run_id)}/cancel",
        )

    async def erase(self, run_id: str) -> EraseRunAnswer:
        """Erase a run’s contents. Deletes input, output, external id and metadata permanently; the
        record that the run existed and how it ended is kept.
        """
        return await self._ask(
            "DELETE",
            f"/v1/runs/{part(run_id)}",
        )

    async def import_(
        self,
        *,
        runs: Sequence[Any],
        kit_code: str | None | Omit = OMIT,
        kit_version_id: str | None | Omit = OMIT,
    ) -> ImportResult:
        """Load runs with their answers. Up to 500 runs that were answered elsewhere, such as by
        `brickwork evaluate --out`, each with its own result line.

        Args:
            runs: Each with `input` and `bricks`.
            kit_code: 8-character Kit code: its live version. Required unless `kit_version_id`
                is given.
            kit_version_id: A published version; takes precedence over `kit_code`.
        """
        return await self._ask(
            "POST",
            "/v1/imports",
            body=given(
                {
                    "kit_code": kit_code,
                    "kit_version_id": kit_version_id,
                    "runs": runs,
                },
                nullable={"kit_code", "kit_version_id"},
            ),
            repeatable=True,
        )

    async def usage(self, run_id: str) -> RunUsage:
        """Tokens, credits and money of a completed run."""
        return await self._ask(
            "GET",
            f"/v1/runs/{part(run_id)}/usage",
        )

    async def test(
        self,
        *,
        input: Mapping[str, Any],
        kit_code: str | None | Omit = OMIT,
        kit_version_id: str | None | Omit = OMIT,
        type: NewRunType | None = None,
        mode: RunMode | None = None,
        occurred_at: str | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> TestedRun:
        """Try a run request without running it. Checks the request as POST /v1/runs does, finds
        the kit, checks the input against it, and returns the shape of the output.

        Args:
            input: The fields that the kit declares; typically `transcript`.
            kit_code: 8-character Kit code. Required unless `kit_version_id` is given.
            kit_version_id: Pins a version; takes precedence over `kit_code`.
            type: `sandbox` may also address a draft by `kit_version_id`.
            occurred_at: When the conversation took place, RFC 3339. By default as the input
                says, otherwise now. At most a day in the future.
            external_id: Your own id for the conversation; you can list runs by it.
            metadata: At most 16 pairs of strings, returned with the run.
        """
        return await self._ask(
            "POST",
            "/v1/test",
            body=given(
                {
                    "kit_code": kit_code,
                    "kit_version_id": kit_version_id,
                    "input": input,
                    "type": type,
                    "mode": mode,
                    "occurred_at": occurred_at,
                    "external_id": external_id,
                    "metadata": metadata,
                },
                nullable={"kit_code", "kit_version_id"},
            ),
            repeatable=True,
        )


class AsyncServiceResource(AsyncServiceHelpers):
    async def openapi(self) -> OpenapiAnswer:
        """This API as OpenAPI 3.1."""
        return await self._ask(
            "GET",
            "/openapi.json",
        )


class AsyncSettingsResource(AsyncResource):
    async def get(self) -> WorkspaceSettings:
        """The workspace’s settings."""
        return await self._ask(
            "GET",
            "/v1/settings",
        )

    async def set(
        self,
        *,
        timezone: str | None = None,
        mask: Sequence[Literal[
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
]] | None = None,
        identities_hidden_from: Sequence[Literal["developer", "runner", "viewer", "reviewer", "analyst", "agent"]] | None = None,
        language: str | None | Omit = OMIT,
        retention: PutSettingsRequestRetention | None = None,
        credit_price: PutSettingsRequestCreditPrice | None | Omit = OMIT,
    ) -> WorkspaceSettings:
        """Change the workspace’s settings. Omitted settings stay as they are.

        Args:
            timezone: The time zone of days in insights and alerts: a name such as
                `Europe/Lisbon`. Initially `UTC`.
            mask: What is replaced by placeholders before a conversation goes to a model. A kit
                can add to it. Initially nothing.
            identities_hidden_from: Roles without `identities:read`: everything they read is
                masked. Initially none.
            language: The language of conversations too short to detect it: a tag such as `de`.
                The `language` of an input or a kit takes precedence. null: not set.
            credit_price: null: the service’s price.
        """
        return await self._ask(
            "PUT",
            "/v1/settings",
            body=given(
                {
                    "timezone": timezone,
                    "mask": mask,
                    "identities_hidden_from": identities_hidden_from,
                    "language": language,
                    "retention": retention,
                    "credit_price": credit_price,
                },
                nullable={"language", "credit_price"},
            ),
        )


class AsyncShadowsResource(AsyncResource):
    async def put(
        self,
        kit_id: str,
        *,
        kit_version_id: str,
        share: float,
        engine: Literal["auto", "local"] | None = None,
        max_credits: float | None = None,
    ) -> Backfill:
        """Let a version answer a share of live runs alongside the live one.

        Args:
            kit_version_id: The version that answers alongside the live one; usually a draft.
            share: The share of the kit’s runs that it also answers: 0.1 for a tenth. Chosen by
                a hash of the run’s id.
            engine: `local` asks no model.
            max_credits: Its maximum total cost; at that point it ends as `capped`. No cap by
                default.
        """
        return await self._ask(
            "PUT",
            f"/v1/kits/{part(kit_id)}/shadow",
            body=given({
                "kit_version_id": kit_version_id,
                "share": share,
                "engine": engine,
                "max_credits": max_credits,
            }),
        )

    async def get(self, kit_id: str) -> Backfill:
        """The shadow of a kit, or the last one it had."""
        return await self._ask(
            "GET",
            f"/v1/kits/{part(kit_id)}/shadow",
        )

    async def stop(self, kit_id: str) -> Backfill:
        """Stop the shadow of a kit. It follows no more runs, and its runs in progress are
        cancelled.
        """
        return await self._ask(
            "DELETE",
            f"/v1/kits/{part(kit_id)}/shadow",
        )


class AsyncSignInResource(AsyncResource):
    async def provider(self) -> SignInProvider:
        """Show how sign-in with the identity provider is set up, and its last results."""
        return await self._ask(
            "GET",
            "/v1/sign-in-provider",
        )

    async def link_requests(self) -> List[LinkRequest]:
        """Requests to link accounts at the identity provider to members. Somebody signed in at the
        provider with the verified address of a member who does not sign in with that account.
        """
        return await self._ask(
            "GET",
            "/v1/link-requests",
            part_of_answer="data",
        )

    async def approve_link(self, link_id: str) -> Member:
        """Link the account to the member. The member signs in with the provider from then on, with
        the role of their groups; their password, codes and sessions stop working.
        """
        return await self._ask(
            "POST",
            f"/v1/link-requests/{part(link_id)}/approve",
        )

    async def refuse_link(self, link_id: str) -> RefuseLinkRequestAnswer:
        """Refuse to link the account. The member is unchanged."""
        return await self._ask(
            "DELETE",
            f"/v1/link-requests/{part(link_id)}",
        )


class AsyncSpeakersResource(AsyncResource):
    async def get(self) -> WorkspaceSpeakers:
        """Show the workspace’s agents and rules for speakers."""
        return await self._ask(
            "GET",
            "/v1/speakers",
        )

    async def set(
        self,
        *,
        agents: Sequence[str],
        rules: Sequence[SpeakerRule] | None = None,
    ) -> WorkspaceSpeakers:
        """Set the workspace’s agents and rules for speakers. Replaces the lists.

        Args:
            agents: Names and mail addresses; `*` stands for any characters, and case does not
                matter.
            rules: If omitted, the rules are kept.
        """
        return await self._ask(
            "POST",
            "/v1/speakers",
            body=given({"agents": agents, "rules": rules}),
        )


class AsyncSpendCapsResource(AsyncResource):
    async def list(self) -> List[SpendCap]:
        """List spend caps, and how much of each is spent."""
        return await self._ask(
            "GET",
            "/v1/spend-caps",
            part_of_answer="data",
        )

    async def put(
        self,
        name: str,
        *,
        period: Literal["day", "month"],
        at_cap: Literal["hold", "fail", "local"],
        kit: str | None = None,
        credits: float | None = None,
        money: float | None = None,
    ) -> SpendCap:
        """Set a spend cap, or change one. Before each call to a model, its maximum cost is
        reserved; no node makes a call that could exceed a cap.

        Args:
            at_cap: What happens to runs at the cap: `hold`: they are queued until the next
                period or until the cap is raised. `fail`: they fail with `spend_cap_reached`.
                `local`: the local engine answers them, and a warning on the run says so.
            kit: Only what this kit spends: a slug, code or id.
        """
        return await self._ask(
            "PUT",
            f"/v1/spend-caps/{part(name)}",
            body=given({
                "kit": kit,
                "period": period,
                "credits": credits,
                "money": money,
                "at_cap": at_cap,
            }),
        )

    async def delete(self, name: str) -> DeleteSpendCapAnswer:
        """Delete a spend cap. Runs that it holds continue."""
        return await self._ask(
            "DELETE",
            f"/v1/spend-caps/{part(name)}",
        )


class AsyncUsageResource(AsyncResource):
    async def totals(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        group_by: Literal["day", "kit"] | None = None,
    ) -> UsageTotals:
        """Usage totals by day or kit. Sandbox runs are left out of `data`; `sandbox` has the usage
        of sandbox runs with a model.
        """
        return await self._ask(
            "GET",
            "/v1/usage",
            query={"from": from_, "to": to, "group_by": group_by},
        )


class AsyncViewsResource(AsyncResource):
    async def list(self) -> List[View]:
        """The workspace’s saved views, by name."""
        return await self._ask(
            "GET",
            "/v1/views",
            part_of_answer="data",
        )

    async def save(self, *, name: str, search: str) -> View:
        """Save a list of runs under a name. Replaces the list of that name."""
        return await self._ask(
            "POST",
            "/v1/views",
            body=given({"name": name, "search": search}),
            repeatable=True,
        )

    async def delete(self, name: str) -> DeleteViewAnswer:
        """Delete a saved list of runs."""
        return await self._ask(
            "DELETE",
            f"/v1/views/{part(name)}",
        )


class AsyncWarehouseResource(AsyncResource):
    async def changes(
        self,
        *,
        after: str | None = None,
        mask: bool | None = None,
    ) -> WarehouseChanges:
        """List days that have changed. Days on which runs ended, were reviewed, erased or removed
        since the cursor.

        Args:
            after: `cursor` of an earlier response.
            mask: `1`: names, numbers and addresses of people are placeholders such as
                `<PERSON_1>`. Without identities:read, every read is masked.
        """
        return await self._ask(
            "GET",
            "/v1/warehouse/changes",
            query={"after": after, "mask": mask},
        )

    async def runs(self, *, days: str | Sequence[str], mask: bool | None = None) -> AsyncStream:
        """Stream the runs of days, with answers, reviews and usage. JSON lines.

        Args:
            days: Up to 100 days such as 2026-11-15, with commas; in UTC, by `occurred_at`.
            mask: `1`: names, numbers and addresses of people are placeholders such as
                `<PERSON_1>`. Without identities:read, every read is masked.
        """
        return await self._stream(
            "GET",
            "/v1/warehouse/runs",
            query={"days": comma(days), "mask": mask},
        )

    async def get_export(self) -> WarehouseExportState:
        """The scheduled export. For the key’s environment: where it writes, the result of the last
        one, and when the next one begins.
        """
        return await self._ask(
            "GET",
            "/v1/warehouse/export",
        )

    async def put_export(
        self,
        *,
        to: str,
        region: str | None = None,
        endpoint: str | None = None,
        access_key_id: str | None = None,
        every: Literal["hour", "day"] | None = None,
        mask: bool | None = None,
        enabled: bool | None = None,
        secret_access_key: str | None = None,
    ) -> WarehouseExportState:
        """Schedule the export. One for each environment; the service runs it and the first begins
        immediately.

        Args:
            to: `s3://bucket/prefix`; or `directory`, inside the directory that the operator has
                set (BRICKWORK_EXPORT_DIR). Nothing else may write there.
            region: The region of the bucket; required without an `endpoint`.
            endpoint: The https URL of an S3-compatible service.
            access_key_id: The access key id of the credentials for the bucket.
            mask: Names, numbers and addresses of people as placeholders. Always on for callers
                who may not see identities.
            secret_access_key: Stored encrypted and never shown again. If omitted, the stored
                one is kept while bucket, endpoint and access key are the same.
        """
        return await self._ask(
            "PUT",
            "/v1/warehouse/export",
            body=given({
                "to": to,
                "region": region,
                "endpoint": endpoint,
                "access_key_id": access_key_id,
                "every": every,
                "mask": mask,
                "enabled": enabled,
                "secret_access_key": secret_access_key,
            }),
        )

    async def delete_export(self) -> DeleteWarehouseExportAnswer:
        """Cancel the scheduled export. Exported files stay where they are."""
        return await self._ask(
            "DELETE",
            "/v1/warehouse/export",
        )

    async def export_now(self) -> WarehouseExportState:
        """Export now. Begins within seconds, unless one is running."""
        return await self._ask(
            "POST",
            "/v1/warehouse/export/run",
        )


class AsyncWebhooksResource(AsyncWebhooksHelpers):
    async def save(
        self,
        *,
        url: str,
        include_sandbox: bool | None = None,
        mask: bool | None = None,
    ) -> WebhookEndpointWithSecret:
        """Create or replace the webhook endpoint. One endpoint per workspace and environment
        receives every terminal event.

        Args:
            url: https, a public host name or public IP address, port 443, or 1024 and above.
            include_sandbox: `true`: events of sandbox runs are sent too. Default: unchanged, or
                `false` for a new URL.
            mask: `true`: bodies are masked before they are signed and sent, including pending
                ones. Default: unchanged, or `false` for a new endpoint.
        """
        return await self._ask(
            "POST",
            "/v1/webhooks",
            body=given({"url": url, "include_sandbox": include_sandbox, "mask": mask}),
            repeatable=True,
        )

    async def list(self) -> List[WebhookEndpoint]:
        """List webhook endpoints."""
        return await self._ask(
            "GET",
            "/v1/webhooks",
            part_of_answer="data",
        )

    async def delete(self, webhook_id: str) -> DeleteWebhookAnswer:
        """Delete a webhook endpoint. Pending deliveries are cancelled."""
        return await self._ask(
            "DELETE",
            f"/v1/webhooks/{part(webhook_id)}",
        )

    async def rotate(self, webhook_id: str) -> WebhookEndpointWithSecret:
        """Rotate the secret. `Service-Signature` is made with the new secret from now on; for 24
        hours, `Service-Signature-Previous` holds the signature of the old one.
        """
        return await self._ask(
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/rotate",
        )

    async def enable(self, webhook_id: str) -> WebhookEndpoint:
        """Enable an endpoint and send its held events."""
        return await self._ask(
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/enable",
            repeatable=True,
        )

    async def disable(self, webhook_id: str) -> WebhookEndpoint:
        """Disable an endpoint; its events are held."""
        return await self._ask(
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/disable",
            repeatable=True,
        )

    async def test(self, webhook_id: str) -> TestWebhookAnswer:
        """Send a test event. A `webhook.test` event, signed, sent and logged like any other."""
        return await self._ask(
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/test",
        )

    def deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: DeliveryStatus | None = None,
    ) -> AsyncItems[Delivery, ListDeliveriesAnswer]:
        """The delivery log, newest first. Iterate over all items, or take one `page()`.

        Args:
            limit: Items per page.
            cursor: `next_cursor` of the previous page.
        """
        return self._items(
            "GET",
            f"/v1/webhooks/{part(webhook_id)}/deliveries",
            query={"limit": limit, "cursor": cursor, "status": status},
        )

    async def recover(
        self,
        webhook_id: str,
        *,
        since: str | None = None,
    ) -> RecoverDeliveriesAnswer:
        """Retry all dead-lettered deliveries. At most 1,000 deliveries per request; repeat while
        `has_more` is true.

        Args:
            since: Only deliveries dead-lettered since then; default: all.
        """
        return await self._ask(
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/recover",
            body=given({"since": since}),
            repeatable=True,
        )

    async def replay(self, delivery_id: str) -> Delivery:
        """Send a delivery again. By the id of the delivery or of any of its attempts."""
        return await self._ask(
            "POST",
            f"/v1/deliveries/{part(delivery_id)}/replay",
        )

    async def event_page(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> ListEventsAnswer:
        """Read events in order, without gaps. Every terminal run of the workspace, oldest first,
        whether or not an endpoint is registered.

        Args:
            limit: How many items a page holds at most: 1 to 100, 50 by default.
            after: `next_cursor` of the previous page, or `latest`. Default: from the beginning.
        """
        return await self._ask(
            "GET",
            "/v1/events",
            query={"limit": limit, "after": after},
        )

    async def event(self, event_id: str) -> GetEventAnswer:
        """Read one event as it is delivered."""
        return await self._ask(
            "GET",
            f"/v1/events/{part(event_id)}",
        )
