/**
 * Each is a file of its own, loaded when somebody goes there, and at the latest when the browser has nothing else to do: the first page is a fraction of
 * them all, and an outage later affects no page with it.
 */
import type { ReactNode } from 'react';
import { lazyPage } from './lazy-page.tsx';

export const AgentPage = lazyPage(() => import('./agents/agent-page.tsx'), 'AgentPage');
export const AgentsPage = lazyPage(() => import('./agents/agents-page.tsx'), 'AgentsPage');
export const AlertPage = lazyPage(() => import('./alerts/alert-page.tsx'), 'AlertPage');
export const NewAlertPage = lazyPage(() => import('./alerts/alert-page.tsx'), 'NewAlertPage');
export const AlertsPage = lazyPage(() => import('./alerts/alerts-page.tsx'), 'AlertsPage');
export const CanaryPage = lazyPage(() => import('./alerts/canary-page.tsx'), 'CanaryPage');
export const NewCanaryPage = lazyPage(() => import('./alerts/canary-page.tsx'), 'NewCanaryPage');
export const AuditPage = lazyPage(() => import('./audit/audit-page.tsx'), 'AuditPage');
export const BackfillPage = lazyPage(() => import('./backfills/backfill-page.tsx'), 'BackfillPage');
export const BackfillsPage = lazyPage(() => import('./backfills/backfills-page.tsx'), 'BackfillsPage');
export const NewBackfillPage = lazyPage(() => import('./backfills/new-backfill-page.tsx'), 'NewBackfillPage');
export const DestinationPage = lazyPage(() => import('./destinations/destination-page.tsx'), 'DestinationPage');
export const NewDestinationPage = lazyPage(() => import('./destinations/destination-page.tsx'), 'NewDestinationPage');
export const DestinationsPage = lazyPage(() => import('./destinations/destinations-page.tsx'), 'DestinationsPage');
export const ImportPage = lazyPage(() => import('./imports/import-page.tsx'), 'ImportPage');
export const InsightsPage = lazyPage(() => import('./insights/insights-page.tsx'), 'InsightsPage');
export const IntakePage = lazyPage(() => import('./intakes/intake-page.tsx'), 'IntakePage');
export const NewIntakePage = lazyPage(() => import('./intakes/new-intake-page.tsx'), 'NewIntakePage');
export const NewKitPage = lazyPage(() => import('./kit-form/new-kit-page.tsx'), 'NewKitPage');
export const IntakesPage = lazyPage(() => import('./intakes/intakes-page.tsx'), 'IntakesPage');
export const KeysPage = lazyPage(() => import('./keys/keys-page.tsx'), 'KeysPage');
export const KitPage = lazyPage(() => import('./kits/kit-page.tsx'), 'KitPage');
export const KitsPage = lazyPage(() => import('./kits/kits-page.tsx'), 'KitsPage');
export const MembersPage = lazyPage(() => import('./members/members-page.tsx'), 'MembersPage');
export const MyCallPage = lazyPage(() => import('./my-calls/my-call-page.tsx'), 'MyCallPage');
export const MyCallsPage = lazyPage(() => import('./my-calls/my-calls-page.tsx'), 'MyCallsPage');
export const OverviewPage = lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage');
export const PlaygroundPage = lazyPage(() => import('./playground/playground-page.tsx'), 'PlaygroundPage');
export const AskPage = lazyPage(() => import('./questions/ask-page.tsx'), 'AskPage');
export const ContrastPage = lazyPage(() => import('./questions/contrast-page.tsx'), 'ContrastPage');
export const QuestionPage = lazyPage(() => import('./questions/question-page.tsx'), 'QuestionPage');
export const RecordingsPage = lazyPage(() => import('./recordings/recordings-page.tsx'), 'RecordingsPage');
export const CalibrationPage = lazyPage(() => import('./reviews/calibration-page.tsx'), 'CalibrationPage');
export const ReviewPage = lazyPage(() => import('./reviews/review-page.tsx'), 'ReviewPage');
export const RunPage = lazyPage(() => import('./runs/run-page.tsx'), 'RunPage');
export const RunsPage = lazyPage(() => import('./runs/runs-page.tsx'), 'RunsPage');
export const SettingsPage = lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage');
export const UsagePage = lazyPage(() => import('./usage/usage-page.tsx'), 'UsagePage');
export const WebhooksPage = lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage');
export const WelcomePage = lazyPage(() => import('./welcome/welcome-page.tsx'), 'WelcomePage');

/** A page that is told something by its address; `preload` lets the router load it before it leaves the page before. */
export function withPage<Props extends object>(
  page: { preload(): Promise<void> },
  component: (props: Props) => ReactNode,
) {
  return Object.assign(component, { preload: page.preload });
}
