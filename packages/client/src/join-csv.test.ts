import { describe, expect, it } from 'vitest';
import { joinCsv } from './join-csv.ts';

const page = (rows: string, nextCursor?: string) => ({ text: `team,count\r\n${rows}`, nextCursor });

describe('joinCsv', () => {
  it('has the header once, every group, and the total of the last page', async () => {
    const asked: (string | undefined)[] = [];
    const rest: Record<string, ReturnType<typeof page>> = {
      two: page('"Por\r\nto",2\r\n*other (1),1\r\n*total,6\r\n', 'three'),
      three: page("'*star,1\r\n*total,6\r\n"),
    };
    const pageAt = async (cursor = '') => {
      asked.push(cursor);
      return rest[cursor] ?? page('');
    };
    const first = page('"say ""hi"", *you",3\r\n*other (2),3\r\n*total,6\r\n', 'two');
    expect(await new Response(joinCsv(pageAt, first)).text()).toBe(
      'team,count\r\n"say ""hi"", *you",3\r\n"Por\r\nto",2\r\n\'*star,1\r\n*total,6\r\n',
    );
    expect(asked).toEqual(['two', 'three']);
  });

  it('leaves a single page as it is', async () => {
    const only = page('Porto,2\r\n*total,2\r\n');
    const none = async () => Promise.reject(new Error('there is no other page'));
    expect(await new Response(joinCsv(none, only)).text()).toBe(only.text);
  });
});
