import { formatDateTime } from '../../../shared/index.ts';
import type { Proof } from '../../dispatch/index.ts';
import type { Columns, PaperContent } from './manifest-content.ts';

const widths = { position: 8, tracking: 35, invoice: 15.5, city: 27, volumes: 8, label: 28 };
const columns: Columns = { ...widths, printed: 32.5, checked: 32 };

type Deed = NonNullable<Proof['parcels'][number]['checked']>;

/**
 * The proof of dispatch as text, before it is drawn: of the parcels on the manifest. Its file has
 * all of them.
 */
export function makeProofContent(
  { head, parcels, end }: Proof,
  manifest: PaperContent,
): PaperContent {
  const { words } = manifest;
  const { proof } = words;
  const byPosition = new Map(parcels.map((parcel) => [String(parcel.position), parcel]));
  const formatAt = (at: string): string => formatDateTime(Date.parse(at));
  const who = ({ person, station }: Pick<Deed, 'person' | 'station'>): string =>
    [person ?? proof.nobody, station].filter((name) => name !== null).join(' · ');
  const makeCells = (position = '') => {
    const { printed = [], checked = null, label = [] } = byPosition.get(position) ?? {};
    const last = printed.at(-1);
    const times = printed.length > 1 ? ` (${printed.length}×)` : '';
    const word = last?.word === true ? `\n${proof.byWord}` : '';
    return {
      label: label.map(({ sha256 }) => sha256.slice(0, 16)).join('\n'),
      printed: last === undefined ? '–' : `${formatAt(last.at)}${times}\n${who(last)}${word}`,
      checked: checked === null ? '–' : `${formatAt(checked.at)}\n${who(checked)}`,
    };
  };
  const concluded = parcels.find((parcel) => parcel.concluded !== null)?.concluded ?? null;
  const facts: PaperContent['facts'] = [
    [proof.concludedAt, concluded === null ? proof.open : formatAt(concluded.at)],
    [proof.concludedBy, concluded === null ? '' : who(concluded)],
    [proof.answer, concluded === null ? '' : proof.answers[concluded.answer]],
    [proof.station, head.station ?? ''],
    [proof.zone, Intl.DateTimeFormat().resolvedOptions().timeZone],
  ];
  return {
    ...manifest,
    words: { ...words, title: proof.title },
    facts: [...manifest.facts, ...facts.filter(([, value]) => value !== '')],
    columns,
    rows: manifest.rows.map((row) => ({ ...row, ...makeCells(row.position) })),
    notes: [...manifest.notes, `${words.journal}: ${head.chain.end}`, proof.how],
    seal: `${proof.end}: ${end}`,
  };
}
