import { describe, expect, it } from 'vitest';
import { conditionsOf, filterOf, isOfVersion, searchOfApiPath, whereOf, withoutAnswers } from './runs-search.ts';

const where =
  'answer.resolved=eq%3Afalse&answer.resolved=not%3Atrue&metadata.team=emea&reviewed=false&from=2026-11-02&to=2026-11-03';

describe('the address of the list of runs', () => {
  it('is a filter of the API; days include both ends', () => {
    expect(filterOf({ kit: 'K7TQ2MXB', status: 'succeeded', type: 'nonsense', where })).toEqual({
      kit_code: 'K7TQ2MXB',
      status: 'succeeded',
      type: undefined,
      external_id: undefined,
      'answer.resolved': ['eq:false', 'not:true'],
      'metadata.team': ['emea'],
      reviewed: false,
      occurred_after: '2026-11-02T00:00:00.000Z',
      occurred_before: '2026-11-04T00:00:00.000Z',
    });
  });

  it('ignores what it does not know, and can be written again', () => {
    expect(conditionsOf('Evil=1&limit=3&answer.=2&metadata.a=b%26c')).toEqual([['metadata.a', 'b&c']]);
    expect(whereOf(conditionsOf(where))).toBe(where);
    expect(whereOf([])).toBeUndefined();
    expect(withoutAnswers(where)).toBe('metadata.team=emea&reviewed=false&from=2026-11-02&to=2026-11-03');
    expect(filterOf({ where: 'from=yesterday' }).occurred_after).toBeUndefined();
  });

  it('names a version, which is of one kit and of no backfill', () => {
    const ofVersion = 'kit_version_id=v1&metadata.team=emea';
    expect(filterOf({ where: ofVersion })).toMatchObject({ kit_version_id: 'v1', 'metadata.team': ['emea'] });
    expect(withoutAnswers(ofVersion)).toBe('metadata.team=emea');
    expect([isOfVersion(ofVersion), isOfVersion(where)]).toEqual([true, false]);
  });

  it('comes from the path of an alert', () => {
    const ofTeam = searchOfApiPath('/v1/runs?kit_code=K7TQ2MXB&team=not%3APorto');
    expect(filterOf(ofTeam)).toMatchObject({ kit_code: 'K7TQ2MXB', dimensions: { team: 'not:Porto' } });
    const path = '/v1/runs?kit_code=K7TQ2MXB&occurred_after=2026-11-09T00%3A00%3A00.000Z&answer.resolved=false';
    expect(searchOfApiPath(path)).toMatchObject({ kit: 'K7TQ2MXB', where: 'answer.resolved=false&from=2026-11-09' });
    expect(filterOf(searchOfApiPath('/v1/runs?q=%22wrong+address%22')).q).toBe('"wrong address"');
  });
});
