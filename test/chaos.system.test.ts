/** A short chaos with a fixed seed; `npm run chaos` is the long one. */
import { expect, it } from 'vitest';
import { chaos } from '../bench/chaos/chaos.ts';
import { preparedDirectory } from './support/prepared-directory.ts';

it('loses nothing, does nothing twice and reports every end while nodes, connections, PostgreSQL and the receiver fail', async () => {
  const directory = preparedDirectory();
  const report = await chaos({ seed: 20_261, seconds: 8, directory, flood: 100, pauseMs: 100, say: () => {} });
  expect(report.violations).toEqual([]);
  expect(report.accepted).toBeGreaterThan(0);
  expect(report.pushed).toBeGreaterThan(0);
  expect(report.faults.length).toBeGreaterThan(0);
  expect(report.receiver.runs).toBe(report.accepted); // By the receiver's own record, which also checks every signature.
  expect(report.receiver.failures).toBeGreaterThan(0);
  // Every part was tried.
  const { runs, backfills, exports, notes, imported } = report.parts;
  expect(Math.min(runs, backfills, exports, notes, imported)).toBeGreaterThan(0);
  const { questions, contrasts, masked, cancelled } = report.rooms;
  expect(Math.min(questions, contrasts, masked, cancelled)).toBeGreaterThan(0);
}, 240_000);
