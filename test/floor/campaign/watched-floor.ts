import type { OpenedJob } from '../../../src/main/dispatch/index.ts';
import type {
  Floor,
  FloorEvent,
  FloorScope,
  GroupingNews,
  Outbox,
  SharedGrouping,
} from '../../../src/main/floor/index.ts';
import { SharedJob } from '../../../src/main/floor/job/shared-job.ts';
import { ok } from '#shared/faults/faults.ts';
import type { Guard, Moment } from './orders.ts';
import type { Witness } from './witness.ts';

interface FloorWatch {
  readonly onClaim: () => void;
  readonly without: Guard | null;
  readonly reach: (moment: Moment) => void;
}

/** Returns a station's floor with a witness, which changes nothing unless a guard is removed. */
export function watchFloor(
  floor: Floor,
  witness: Witness,
  { onClaim, without, reach }: FloorWatch,
): Floor {
  let shares = 0;
  const share = (
    scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ): SharedGrouping => {
    const { groupingId } = scope;
    shares += 1;
    const name = `${witness.station} ${process.pid} ${shares}`;
    const shared = floor.share(scope, afterSeq, (news) => {
      for (const event of news.events)
        witness.note({
          kind: 'heard',
          groupingId,
          listener: name,
          seq: event.seq,
          what: describe(event),
        });
      listener(news);
    });
    return {
      news: () => shared.news(),
      refresh: (signal) => shared.refresh(signal),
      claim: async (copies, signal) => {
        const shipmentIds = copies.map(({ shipmentId }) => shipmentId);
        const intent = witness.note({ kind: 'intent', groupingId, shipmentIds, alone: false });
        onClaim();
        reach('before it claims');
        if (without === 'claims') return ok();
        const claimed = await shared.claim(copies, signal);
        reach('with its claim');
        if (!claimed.ok && claimed.fault.kind !== 'floor-away')
          witness.note({ kind: 'refused', groupingId, intent });
        return claimed;
      },
      take: (copies) => shared.take(copies),
      giveBack: (shipmentIds) => shared.giveBack(shipmentIds),
      takeOver: (stationId) => {
        witness.note({ kind: 'takes-over', groupingId, from: stationId });
        return shared.takeOver(stationId);
      },
      beginConclusion: async () => {
        reach('before it begins to conclude');
        return shared.beginConclusion();
      },
      hold: async (copies) => {
        const isPrint = copies.length > 0;
        reach(isPrint ? 'before it asks for its spool job' : 'before it asks for its conclusion');
        const held = without === null ? await shared.hold(copies) : ok();
        const shipmentIds = copies.map(({ shipmentId }) => shipmentId);
        if (held.ok && without === null) witness.note({ kind: 'held', groupingId, shipmentIds });
        reach(isPrint ? 'before its spool job' : 'before it asks the ERP');
        return held;
      },
      close: () => shared.close(),
    };
  };
  const watched: Floor = new Proxy(floor, {
    get: (target, name) => {
      if (name === 'share') return share;
      if (name === 'coordinate') return (opened: OpenedJob) => new SharedJob(watched, opened);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return watched;
}

/** Returns an outbox whose witness notes when the floor knows everything of a grouping. */
export function watchOutbox(outbox: Outbox, witness: Witness): Outbox {
  return {
    recall: () => outbox.recall(),
    remember: (memory) => outbox.remember(memory),
    rewind: () => outbox.rewind(),
    peek: (limit) => outbox.peek(limit),
    count: () => outbox.count(),
    drop: (throughNumber) => {
      const told = new Set(
        outbox
          .peek(100_000)
          .flatMap((one) => (one.number <= throughNumber ? [one.groupingId] : [])),
      );
      outbox.drop(throughNumber);
      const waiting = new Set(outbox.peek(100_000).map(({ groupingId }) => groupingId));
      for (const groupingId of told)
        if (!waiting.has(groupingId)) witness.note({ kind: 'told', groupingId });
    },
  };
}

function describe({ station, alone, payload }: FloorEvent): string {
  const { kind } = payload;
  const label = 'shipmentId' in payload ? ` ${payload.shipmentId}` : '';
  const copy = 'copy' in payload ? ` copy ${payload.copy}` : '';
  return `${station}: ${kind}${label}${copy}${alone ? ', alone' : ''}`;
}
