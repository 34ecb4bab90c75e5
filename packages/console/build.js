/**
 * Builds the console into dist/. Runs after every `npm ci` (the root's `prepare`), so it is plain JavaScript, says nothing when all is
 * well, and does nothing where the development dependencies were left out.
 */
import { createRequire } from 'node:module';

const isInstalled = (name) => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};

if (isInstalled('vite/package.json')) {
  const { build } = await import('vite');
  await build({ configFile: `${import.meta.dirname}/vite.config.ts`, logLevel: 'warn' });
}
