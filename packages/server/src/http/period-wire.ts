/** The periods with which lists, exports and backfills choose runs, in a query. */

export interface PeriodWire {
  occurred_after?: string | undefined;
  occurred_before?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
}

export function periodOf({ occurred_after, occurred_before, created_after, created_before }: PeriodWire) {
  return {
    occurredAfter: momentOf(occurred_after),
    occurredBefore: momentOf(occurred_before),
    createdAfter: momentOf(created_after),
    createdBefore: momentOf(created_before),
  };
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
