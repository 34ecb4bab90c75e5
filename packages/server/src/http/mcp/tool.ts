/** A tool: its name, its toolset, its arguments as JSON Schema, and its function. */
import type { BrickworkClient } from '@brickwork/client';
import type { serviceApi } from '@brickwork/contract';
import { z } from 'zod';
import type { CheckedFile } from '../../kits/kit-checks.ts';
import { brief, type Json } from './brief-schema.ts';

export interface ToolContext {
  client: BrickworkClient;
  /** Reads kit files; the service passes one that works in a thread. */
  checkFile(text: string): Promise<CheckedFile>;
  signal: AbortSignal;
}

export interface Tool {
  name: string;
  toolset: serviceApi.McpToolset;
  description: string;
  inputSchema: Json;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean };
  call(args: Json, context: ToolContext): Promise<object>;
}

interface WrittenTool<Shape extends z.ZodRawShape> extends Omit<Tool, 'inputSchema' | 'annotations' | 'call'> {
  isRead?: true;
  input: Shape;
  call(args: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<object>;
}

/** A tool that is more than one call of the API. */
export function writtenTool<Shape extends z.ZodRawShape>({ input, isRead, call, ...rest }: WrittenTool<Shape>): Tool {
  const schema = z.strictObject(input);
  return {
    ...rest,
    inputSchema: brief(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    annotations: isRead ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: false },
    call(args, context) {
      const { data, error } = schema.safeParse(args);
      if (error !== undefined) throw new Error(`Invalid arguments.\n${z.prettifyError(error)}`);
      return call(data as z.output<z.ZodObject<Shape>>, context);
    },
  };
}
