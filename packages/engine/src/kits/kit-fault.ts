/** One fault in a kit document, in words its author can act on. */
export interface KitFault {
  /** Where, such as `bricks[3].categories`; empty for the document as a whole. */
  path: string;
  message: string;
  hint?: string;
  /** Line in the file, where the document came from one. */
  line?: number;
}

export type PathSegments = readonly PropertyKey[];

/** `['bricks', 3, 'categories']` → `bricks[3].categories`; names that are not identifiers are quoted. */
export function faultPath(segments: PathSegments): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (/^[A-Za-z_]\w*$/.test(String(segment))) path += path === '' ? String(segment) : `.${String(segment)}`;
    else path += `[${JSON.stringify(String(segment))}]`;
  }
  return path;
}
