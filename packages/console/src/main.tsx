/** The console: a client of the public API and nothing more. */
import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPassing } from './api/describe-error.ts';
import { createConsoleRouter } from './router.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { applyStoredTheme } from './shell/theme.ts';

applyStoredTheme();

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
