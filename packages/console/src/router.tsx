/** Every page and its address below /console. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Navigate,
  useLocation,
  useRouterState,
} from '@tanstack/react-router';
import { useMay } from './api/session.ts';
import { useRead } from './api/use-read.ts';
import type { AuditSearch } from './audit/audit-page.tsx';
import type { NewBackfillSearch } from './backfills/new-backfill-page.tsx';
import type { InsightsSearch } from './insights/insights-search.ts';
import type { ScopeSearch } from './insights/period.ts';
import type { KitPageSearch } from './kits/kit-page.tsx';
import {
  AgentPage,
  AgentsPage,
  AlertPage,
  AlertsPage,
  AskPage,
  AuditPage,
  BackfillPage,
  BackfillsPage,
  CalibrationPage,
  CanaryPage,
  ContrastPage,
  DestinationPage,
  DestinationsPage,
  ImportPage,
  InsightsPage,
  IntakePage,
  IntakesPage,
  KeysPage,
  KitPage,
  KitsPage,
  MembersPage,
  MyCallPage,
  MyCallsPage,
  NewAlertPage,
  NewBackfillPage,
  NewCanaryPage,
  NewDestinationPage,
  NewIntakePage,
  NewKitPage,
  OverviewPage,
  PlaygroundPage,
  QuestionPage,
  RecordingsPage,
  ReviewPage,
  RunPage,
  RunsPage,
  SettingsPage,
  UsagePage,
  WebhooksPage,
  WelcomePage,
  withPage,
} from './pages.ts';
import type { RecordingsSearch } from './recordings/recording-list.tsx';
import type { RunsSearch } from './runs/runs-search.ts';
import { AppShell } from './shell/app-shell.tsx';
import { Only } from './shell/only.tsx';
import { PageError } from './shell/page-error.tsx';
import { buttonClass } from './ui/button.tsx';
import { Spinner } from './ui/spinner.tsx';
import { EmptyState, ErrorState } from './ui/states.tsx';
import { SPANS } from './usage/spans.ts';
import type { WebhooksSearch } from './webhooks/delivery-log.tsx';

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: () => (
    <EmptyState
      title="Page not found"
      action={
        <Link to="/runs" className={buttonClass('primary')}>
          Go to the runs
        </Link>
      }
    />
  ),
  errorComponent: PageError,
});

/** The value of a search parameter as text; the router reads numbers where an id looks like one. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

const scopeSearch = (search: Record<string, unknown>): ScopeSearch => ({
  kit: text(search.kit),
  weeks: wholeNumber(search.weeks),
  from: text(search.from),
  to: text(search.to),
  team: text(search.team),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: scopeSearch,
  component: withPage(OverviewPage, Home),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  validateSearch: scopeSearch,
  component: withPage(AgentsPage, function Agents() {
    const navigate = agents.useNavigate();
    return <AgentsPage search={agents.useSearch()} onSearch={(search) => navigate({ search })} />;
  }),
});
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$name',
  validateSearch: scopeSearch,
  component: withPage(AgentPage, function Agent() {
    const { name } = agent.useParams();
    const navigate = agent.useNavigate();
    return <AgentPage key={name} name={name} search={agent.useSearch()} onSearch={(search) => navigate({ search })} />;
  }),
});
const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: (search: Record<string, unknown>): RunsSearch => ({
    status: text(search.status),
    kit: text(search.kit),
    q: text(search.q),
    type: text(search.type),
    backfill: text(search.backfill),
    where: text(search.where),
    columns: text(search.columns),
    hide: text(search.hide),
    as: text(search.as),
    words: text(search.words),
    sort: text(search.sort),
    pages: text(search.pages),
  }),
  component: withPage(RunsPage, function Runs() {
    const search = runs.useSearch();
    const navigate = runs.useNavigate();
    return <RunsPage search={search} onSearch={(next) => navigate({ search: next })} />;
  }),
});
const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runId',
  validateSearch: (search: Record<string, unknown>): RunSearch => ({
    queue: text(search.queue),
    item: text(search.item),
    ...(search.review === true && { review: true }),
    calibration: text(search.calibration),
  }),
  component: withPage(RunPage, function Run() {
    const { runId } = run.useParams();
    const { queue, item, review, calibration } = run.useSearch();
    const from = queue === undefined ? undefined : { kit: queue, item };
    const seesAll = useMay('runs:read');
    // Of a call that is not their own, that page says that there is no such run.
    if (useMay('runs:read_own') && !seesAll) return <Navigate to="/my-calls/$runId" params={{ runId }} replace />;
    return <RunPage key={runId} runId={runId} queue={from} calibration={calibration} isReview={review === true} />;
  }),
});

/** Opened to be reviewed: from a kit's queue, or just so. */
interface RunSearch {
  queue?: string | undefined;
  item?: string | undefined;
  review?: true | undefined;
  /** The session in which the call is answered without a look at the others. */
  calibration?: string | undefined;
}

const calibration = createRoute({
  getParentRoute: () => root,
  path: '/calibrations/$calibrationId',
  component: withPage(CalibrationPage, function Calibration() {
    return <CalibrationPage calibrationId={calibration.useParams().calibrationId} />;
  }),
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: (search: Record<string, unknown>): { done?: string | undefined } => ({ done: text(search.done) }),
  component: withPage(ReviewPage, function Review() {
    const { done } = review.useSearch();
    return (
      <Only permission="reviews:write" title="Review" what="review calls">
        <ReviewPage done={done} />
      </Only>
    );
  }),
});

interface PlaygroundSearch {
  run?: string | undefined;
  kit?: string | undefined;
}

const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: (search: Record<string, unknown>): PlaygroundSearch => ({
    run: text(search.run),
    kit: text(search.kit),
  }),
  component: withPage(PlaygroundPage, function Playground() {
    const { run: fromRun, kit: ofKit } = playground.useSearch();
    // Coming back finds the draft again. Opened from a run or a kit, the playground starts fresh each time, but not on Back.
    const { state } = useLocation();
    const entry = fromRun === undefined && ofKit === undefined ? 'own' : (state.__TSR_key ?? 'first');
    return (
      <Only permission="runs:write" title="Playground" what="try kits">
        <PlaygroundPage key={entry} entry={entry} run={fromRun} kit={ofKit} />
      </Only>
    );
  }),
});
const kits = createRoute({
  getParentRoute: () => root,
  path: '/kits',
  validateSearch: (search: Record<string, unknown>): { archived?: true | undefined } =>
    search.archived === true ? { archived: true } : {},
  component: withPage(KitsPage, function Kits() {
    const navigate = kits.useNavigate();
    const onArchive = (archived: boolean) => navigate({ search: archived ? { archived } : {} });
    return <KitsPage isArchive={kits.useSearch().archived === true} onArchive={onArchive} />;
  }),
});
const newKit = createRoute({ getParentRoute: () => root, path: '/new-kit', component: NewKitPage });
const kit = createRoute({
  getParentRoute: () => root,
  path: '/kits/$kitId',
  validateSearch: (search: Record<string, unknown>): KitPageSearch => ({
    tab: text(search.tab),
    from: wholeNumber(search.from),
    to: wholeNumber(search.to),
    by: text(search.by),
    where: text(search.where),
  }),
  component: withPage(KitPage, function Kit() {
    const { kitId } = kit.useParams();
    const navigate = kit.useNavigate();
    return (
      <KitPage
        key={kitId}
        kitId={kitId}
        search={kit.useSearch()}
        onSearch={(search) => navigate({ search, replace: true })}
      />
    );
  }),
});
const insights = createRoute({
  getParentRoute: () => root,
  path: '/kits/$kitId/insights',
  validateSearch: (search: Record<string, unknown>): InsightsSearch => ({
    by: text(search.by),
    and: text(search.and),
    days: wholeNumber(search.days),
    from: day(search.from),
    to: day(search.to),
    as: text(search.as),
    where: text(search.where),
    words: text(search.words),
    type: text(search.type),
    order: text(search.order),
  }),
  component: withPage(InsightsPage, function KitInsights() {
    const { kitId } = insights.useParams();
    const navigate = insights.useNavigate();
    return (
      <InsightsPage
        key={kitId}
        kitId={kitId}
        search={insights.useSearch()}
        onSearch={(search) => navigate({ search })}
      />
    );
  }),
});
const alerts = createRoute({ getParentRoute: () => root, path: '/alerts', component: AlertsPage });
const ofKit = (search: Record<string, unknown>): { kit?: string | undefined } => ({ kit: text(search.kit) });
const newAlert = createRoute({
  getParentRoute: () => root,
  path: '/new-alert',
  validateSearch: ofKit,
  component: withPage(NewAlertPage, function NewAlert() {
    return <NewAlertPage kit={newAlert.useSearch().kit} />;
  }),
});
const alert = createRoute({
  getParentRoute: () => root,
  path: '/alerts/$name',
  component: withPage(AlertPage, function Alert() {
    const { name } = alert.useParams();
    return <AlertPage key={name} name={name} />;
  }),
});
const newCanary = createRoute({
  getParentRoute: () => root,
  path: '/new-canary',
  validateSearch: ofKit,
  component: withPage(NewCanaryPage, function NewCanary() {
    return <NewCanaryPage kit={newCanary.useSearch().kit} />;
  }),
});
const canary = createRoute({
  getParentRoute: () => root,
  path: '/canaries/$name',
  component: withPage(CanaryPage, function Canary() {
    const { name } = canary.useParams();
    return <CanaryPage key={name} name={name} />;
  }),
});
const backfills = createRoute({ getParentRoute: () => root, path: '/backfills', component: BackfillsPage });
const newBackfill = createRoute({
  getParentRoute: () => root,
  path: '/new-backfill',
  validateSearch: (search: Record<string, unknown>): NewBackfillSearch => ({
    kit: text(search.kit),
    where: text(search.where),
    q: text(search.q),
    chosen: search.chosen === true ? true : undefined,
  }),
  component: withPage(NewBackfillPage, function NewBackfill() {
    return <NewBackfillPage search={newBackfill.useSearch()} />;
  }),
});
const backfill = createRoute({
  getParentRoute: () => root,
  path: '/backfills/$backfillId',
  component: withPage(BackfillPage, function Backfill() {
    const { backfillId } = backfill.useParams();
    return <BackfillPage key={backfillId} backfillId={backfillId} />;
  }),
});
const ask = createRoute({ getParentRoute: () => root, path: '/ask', component: AskPage });
const question = createRoute({
  getParentRoute: () => root,
  path: '/ask/$questionId',
  component: withPage(QuestionPage, function Asked() {
    const { questionId } = question.useParams();
    return <QuestionPage key={questionId} questionId={questionId} />;
  }),
});
const contrast = createRoute({
  getParentRoute: () => root,
  path: '/reasons/$contrastId',
  component: withPage(ContrastPage, function Reasons() {
    const { contrastId } = contrast.useParams();
    return <ContrastPage key={contrastId} contrastId={contrastId} />;
  }),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: (search: Record<string, unknown>): WebhooksSearch => ({
    status: text(search.status),
    shown: wholeNumber(search.shown),
  }),
  component: withPage(WebhooksPage, function Webhooks() {
    const navigate = webhooks.useNavigate();
    return (
      <WebhooksPage search={webhooks.useSearch()} onSearch={(search) => navigate({ search, resetScroll: false })} />
    );
  }),
});
const importFiles = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: withPage(ImportPage, () => (
    <Only permission="runs:write" title="Import" what="import calls">
      <ImportPage />
    </Only>
  )),
});
const recordings = createRoute({
  getParentRoute: () => root,
  path: '/recordings',
  validateSearch: (search: Record<string, unknown>): RecordingsSearch => ({
    status: text(search.status),
    shown: wholeNumber(search.shown),
  }),
  component: withPage(RecordingsPage, function Recordings() {
    const navigate = recordings.useNavigate();
    return (
      <RecordingsPage search={recordings.useSearch()} onSearch={(search) => navigate({ search, resetScroll: false })} />
    );
  }),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: (search: Record<string, unknown>): { days?: number | undefined } => ({
    days: SPANS.map(([days]) => days).find((days) => days === search.days),
  }),
  component: withPage(UsagePage, function Usage() {
    const navigate = usage.useNavigate();
    return <UsagePage days={usage.useSearch().days ?? 30} onDays={(days) => navigate({ search: { days } })} />;
  }),
});
const intakes = createRoute({ getParentRoute: () => root, path: '/intakes', component: IntakesPage });
const newIntake = createRoute({ getParentRoute: () => root, path: '/new-intake', component: NewIntakePage });
const intake = createRoute({
  getParentRoute: () => root,
  path: '/intakes/$name',
  component: withPage(IntakePage, function Intake() {
    const { name } = intake.useParams();
    return <IntakePage key={name} name={name} />;
  }),
});
const destinations = createRoute({ getParentRoute: () => root, path: '/destinations', component: DestinationsPage });
const newDestination = createRoute({
  getParentRoute: () => root,
  path: '/new-destination',
  component: NewDestinationPage,
});
const destination = createRoute({
  getParentRoute: () => root,
  path: '/destinations/$name',
  component: withPage(DestinationPage, function Destination() {
    const { name } = destination.useParams();
    return <DestinationPage key={name} name={name} />;
  }),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    action: text(search.action),
    actor: text(search.actor),
    target: text(search.target),
    shown: wholeNumber(search.shown),
  }),
  component: withPage(AuditPage, function Audit() {
    const navigate = audit.useNavigate();
    return <AuditPage search={audit.useSearch()} onSearch={(search) => navigate({ search, resetScroll: false })} />;
  }),
});
const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: SettingsPage });
const myCalls = createRoute({ getParentRoute: () => root, path: '/my-calls', component: MyCallsPage });
const myCall = createRoute({
  getParentRoute: () => root,
  path: '/my-calls/$runId',
  component: withPage(MyCallPage, function MyCall() {
    const { runId } = myCall.useParams();
    return <MyCallPage key={runId} runId={runId} />;
  }),
});
const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  component: withPage(MembersPage, () => (
    <Only permission="members:manage" title="Members" what="manage members">
      <MembersPage />
    </Only>
  )),
});
const keys = createRoute({ getParentRoute: () => root, path: '/keys', component: KeysPage });
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome', component: WelcomePage });

/** An agent's own calls; with nothing there yet, the first steps; else how things are going. */
function Home() {
  const seesAll = useMay('runs:read');
  return seesAll ? <Started /> : <Instead to="/my-calls" />;
}

/** Goes to a page by itself, but not past the click of somebody who is on the way to another one. */
function Instead({ to }: { to: '/my-calls' | '/welcome' }) {
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => location.pathname !== resolvedLocation?.pathname,
  });
  return isLeaving ? null : <Navigate to={to} replace />;
}

/** The overview is there while one run is looked for: hardly anybody has none. */
function Started() {
  const search = home.useSearch();
  const navigate = home.useNavigate();
  const { data, error, isFetching, refetch } = useRead((api) => api.runs.page({ limit: 1 }), {
    // Once there is a run, it is not asked again.
    staleTime: ({ state }) => (state.data?.data.length === 0 ? 0 : Number.POSITIVE_INFINITY),
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!isFetching && data?.data.length === 0) return <Instead to="/welcome" />;
  return <OverviewPage search={search} onSearch={(next) => navigate({ search: next })} />;
}

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      agents,
      agent,
      welcome,
      runs,
      run,
      review,
      playground,
      kits,
      newKit,
      kit,
      insights,
      calibration,
      alerts,
      newAlert,
      alert,
      newCanary,
      canary,
      backfills,
      importFiles,
      recordings,
      newBackfill,
      backfill,
      ask,
      question,
      contrast,
      intakes,
      newIntake,
      intake,
      destinations,
      newDestination,
      destination,
      webhooks,
      usage,
      myCalls,
      myCall,
      members,
      keys,
      audit,
      settings,
    ]),
    basepath: '/console',
    scrollRestoration: false,
    // Whoever points at a link will likely follow it; its page is loaded meanwhile.
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Spinner label="Loading" />,
    // Inside the frame: the menu still leads elsewhere.
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
