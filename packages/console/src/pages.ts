/**
 * Each is a file of its own, loaded when somebody goes there: the first page is a fraction of them all. A file that is gone, since the service was
 * updated meanwhile, makes the browser load the console again.
 */
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export const AgentPage = lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage');
export const AgentsPage = lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage');
export const AlertPage = lazyRouteComponent(() => import('./alerts/alert-page.tsx'), 'AlertPage');
export const NewAlertPage = lazyRouteComponent(() => import('./alerts/alert-page.tsx'), 'NewAlertPage');
export const AlertsPage = lazyRouteComponent(() => import('./alerts/alerts-page.tsx'), 'AlertsPage');
export const CanaryPage = lazyRouteComponent(() => import('./alerts/canary-page.tsx'), 'CanaryPage');
export const NewCanaryPage = lazyRouteComponent(() => import('./alerts/canary-page.tsx'), 'NewCanaryPage');
export const AuditPage = lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage');
export const BackfillPage = lazyRouteComponent(() => import('./backfills/backfill-page.tsx'), 'BackfillPage');
export const BackfillsPage = lazyRouteComponent(() => import('./backfills/backfills-page.tsx'), 'BackfillsPage');
export const NewBackfillPage = lazyRouteComponent(() => import('./backfills/new-backfill-page.tsx'), 'NewBackfillPage');
export const DestinationPage = lazyRouteComponent(
  () => import('./destinations/destination-page.tsx'),
  'DestinationPage',
);
export const NewDestinationPage = lazyRouteComponent(
  () => import('./destinations/destination-page.tsx'),
  'NewDestinationPage',
);
export const DestinationsPage = lazyRouteComponent(
  () => import('./destinations/destinations-page.tsx'),
  'DestinationsPage',
);
export const InsightsPage = lazyRouteComponent(() => import('./insights/insights-page.tsx'), 'InsightsPage');
export const IntakePage = lazyRouteComponent(() => import('./intakes/intake-page.tsx'), 'IntakePage');
export const NewIntakePage = lazyRouteComponent(() => import('./intakes/intake-page.tsx'), 'NewIntakePage');
export const NewKitPage = lazyRouteComponent(() => import('./kit-form/new-kit-page.tsx'), 'NewKitPage');
export const IntakesPage = lazyRouteComponent(() => import('./intakes/intakes-page.tsx'), 'IntakesPage');
export const KeysPage = lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage');
export const KitPage = lazyRouteComponent(() => import('./kits/kit-page.tsx'), 'KitPage');
export const KitsPage = lazyRouteComponent(() => import('./kits/kits-page.tsx'), 'KitsPage');
export const MembersPage = lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage');
export const MyCallPage = lazyRouteComponent(() => import('./my-calls/my-call-page.tsx'), 'MyCallPage');
export const MyCallsPage = lazyRouteComponent(() => import('./my-calls/my-calls-page.tsx'), 'MyCallsPage');
export const OverviewPage = lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage');
export const PlaygroundPage = lazyRouteComponent(() => import('./playground/playground-page.tsx'), 'PlaygroundPage');
export const AskPage = lazyRouteComponent(() => import('./questions/ask-page.tsx'), 'AskPage');
export const ContrastPage = lazyRouteComponent(() => import('./questions/contrast-page.tsx'), 'ContrastPage');
export const QuestionPage = lazyRouteComponent(() => import('./questions/question-page.tsx'), 'QuestionPage');
export const CalibrationPage = lazyRouteComponent(() => import('./reviews/calibration-page.tsx'), 'CalibrationPage');
export const ReviewPage = lazyRouteComponent(() => import('./reviews/review-page.tsx'), 'ReviewPage');
export const RunPage = lazyRouteComponent(() => import('./runs/run-page.tsx'), 'RunPage');
export const RunsPage = lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage');
export const SettingsPage = lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage');
export const UsagePage = lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage');
export const WebhooksPage = lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage');
export const WelcomePage = lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage');

/** A page that is told something by its address; `preload` lets the router load it before it leaves the page before. */
export function withPage<Props extends object>(
  page: { preload?: (() => Promise<void> | undefined) | undefined },
  component: (props: Props) => ReactNode,
) {
  return Object.assign(component, { preload: async () => page.preload?.() });
}
