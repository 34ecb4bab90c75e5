import { createRootRoute, createRoute, createRouter, type RegisteredRouter } from '@tanstack/react-router';
import { ErrorState } from '../ui/states.tsx';
import { EventsPage } from './events-page.tsx';
import { NotFound } from './not-found.tsx';
import { OperationPage } from './operation-page.tsx';
import { ReferenceShell } from './shell.tsx';
import { StartPage } from './start-page.tsx';

const root = createRootRoute({
  component: ReferenceShell,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <ErrorState error={error} onRetry={() => location.reload()} />,
});

const start = createRoute({ getParentRoute: () => root, path: '/docs', component: StartPage });
const events = createRoute({ getParentRoute: () => root, path: '/docs/events', component: EventsPage });
const operation = createRoute({
  getParentRoute: () => root,
  path: '/docs/$operation',
  component: function Shown() {
    const { operation: id } = operation.useParams();
    return <OperationPage key={id} id={id} />;
  },
});

export function createReferenceRouter(): RegisteredRouter {
  const router = createRouter({
    routeTree: root.addChildren([start, events, operation]),
    scrollRestoration: true,
  });
  // The types know one router, and that is the console's.
  return router as unknown as RegisteredRouter;
}
