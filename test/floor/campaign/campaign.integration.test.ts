import { expect, it } from 'vitest';
import { describeWithPostgres } from '../../support/postgres.ts';
import { hasSmallDisk } from '../../support/small-disk.ts';
import { describeWith } from '../../support/tools.ts';
import { playCampaign } from './campaign.ts';
import type { CampaignOptions } from './campaign.ts';

const small: CampaignOptions = {
  rounds: 2,
  seed: 1,
  stations: 3,
  groupings: 2,
  labels: 6,
  atOnce: 2,
  deeds: 5,
  without: null,
  faults: [
    'sleep of a station past its take-over, with its claim',
    'kill -9 of a station that claims',
    'restart of the server in the middle of a claim',
    'sleep of a station past its take-over, before it asks for its conclusion',
  ],
  say: () => undefined,
};

/** `npm run soak:floor` plays it at length, with every fault. */
describeWith(hasSmallDisk ? [] : ['root'], 'on a disk that can be full', () => {
  describeWithPostgres(
    'three stations as processes, under faults',
    () => {
      it('print each label once, conclude once and ask once', async () => {
        const { breaches, papers, concluded } = await playCampaign(small);
        expect(breaches).toStrictEqual([]);
        expect(papers).toBeGreaterThanOrEqual(12);
        expect(concluded).toBe(2);
      });

      it('are detected if they print without asking', async () => {
        const unguarded = {
          ...small,
          rounds: 12,
          groupings: 12,
          deeds: 12,
          faults: [],
          without: 'claims',
        } as const;
        const { breaches } = await playCampaign(unguarded);
        expect(breaches.map(({ kind }) => kind)).toContain('printed-twice');
      });
    },
    ['pg_dump'],
  );
});
