/** Writing kits: a file is checked until it has no errors, and pushed as a draft. Publishing is left to a person. */
import type { KitFault } from '@brickwork/engine/kits/kit-fault';
import { z } from 'zod';
import { writtenTool } from './tool.ts';

const input = { source: z.string().describe('The kit file as text, YAML or JSON') };

export const kitFileTools = [
  writtenTool({
    name: 'check_kit',
    toolset: 'core',
    description: 'Lists every error in a kit file at once, with its path and line, and advice. Changes nothing',
    input,
    isRead: true,
    async call({ source }, { checkFile }) {
      const checked = await checkFile(source);
      return 'faults' in checked
        ? { ok: false, faults: checked.faults }
        : { ok: true, faults: [], advice: checked.advice };
    },
  }),
  writtenTool({
    name: 'push_kit_draft',
    toolset: 'core',
    description:
      'Creates the next version of the kit as a draft: try it with evaluate_conversation and sandbox. A person publishes it',
    input,
    async call({ source }, { checkFile, client, signal }) {
      const checked = await checkFile(source);
      if ('faults' in checked) {
        throw new Error(`The kit has errors; nothing was pushed.\n${checked.faults.map(describeFault).join('\n')}`);
      }
      return client.kits.push(checked.document, { signal });
    },
  }),
];

function describeFault({ line, path, message, hint }: KitFault): string {
  return `${line === undefined ? '' : `line ${line}: `}${path} ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
