/** The console: a client of the public API and nothing more. */
import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPassing } from './api/describe-error.ts';
import * as pages from './pages.ts';
import { preloadPages } from './preload-pages.ts';
import { createConsoleRouter } from './router.tsx';
import { returnToKeptPlace } from './session/kept-place.ts';
import { SessionGate } from './session/session-gate.tsx';
import { applyStoredTheme } from './shell/stored-theme.ts';

applyStoredTheme();
returnToKeptPlace();

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 1 && isPassing(error),
      staleTime: 2_000,
      // Ask even where the browser thinks it is offline: the service may be on this machine.
      networkMode: 'always',
    },
  },
});
const router = createConsoleRouter();
const root = document.getElementById('root');
if (root !== null) {
  preloadPages(Object.values(pages));
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
      </QueryClientProvider>
    </StrictMode>,
  );
}
