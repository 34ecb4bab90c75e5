/** The API reference: open to everybody, and separate from the console, which needs a session. */
import '../styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '../shell/stored-theme.ts';
import { createReferenceRouter } from './router.tsx';

applyStoredTheme();

// Addresses of the time when all operations were on one page: /docs#createRun.
const [, operation] = /^#(\w+)$/.exec(location.hash) ?? [];
if (location.pathname === '/docs' && operation !== undefined) history.replaceState(null, '', `/docs/${operation}`);

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createReferenceRouter()} />
    </StrictMode>,
  );
