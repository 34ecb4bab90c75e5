/** Where the caret stands inside `{ … }` or `[ … ]` on a line, such as `applies_when: { brick: reason, is: [ref`. */

export interface Flow {
  /** From the group of the line to the group around the caret; `[]` for the items of a list. */
  path: string[];
  isList: boolean;
  /** What the group already contains. */
  siblings: ReadonlyMap<string, string>;
  /** The member whose value is being typed; of a list, the member that is the list. */
  key: string | undefined;
  /** What was typed of the name or value. */
  word: string;
}

interface Frame {
  isList: boolean;
  siblings: Map<string, string>;
  key: string | undefined;
  word: string;
}

const TOKENS = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],]|:(?=\s|$)|[^\s{}[\],:"']+|\s+|:/g;

/** Undefined where no bracket is open. `text` is the line up to the caret, without its indentation and list dashes. */
export function readFlow(text: string): Flow | undefined {
  const frames: Frame[] = [openFrame(false)];
  for (const [token] of text.matchAll(TOKENS)) {
    const frame = frames.at(-1);
    if (frame === undefined) return undefined;
    if (token === '{' || token === '[') frames.push(openFrame(token === '['));
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',') endMember(frame);
    else if (token === ':' && !frame.isList) [frame.key, frame.word] = [frame.word, ''];
    else if (token.trim() !== '') frame.word += token;
  }
  const top = frames.at(-1);
  if (top === undefined || frames.length === 1) return undefined;
  const around = frames.slice(0, -1);
  return {
    path: around.flatMap(({ isList, key }) => (isList ? ['[]'] : key === undefined ? [] : [key])),
    isList: top.isList,
    siblings: top.isList ? (around.at(-1)?.siblings ?? new Map()) : top.siblings,
    key: top.isList ? around.at(-1)?.key : top.key,
    word: top.word,
  };
}

const openFrame = (isList: boolean): Frame => ({ isList, siblings: new Map(), key: undefined, word: '' });

function endMember(frame: Frame): void {
  if (frame.key !== undefined) frame.siblings.set(frame.key, frame.word);
  frame.key = undefined;
  frame.word = '';
}
