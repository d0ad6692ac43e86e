import { formatDate, formatDateTime, formatInteger, nameGrouping } from '../../../shared/index.ts';
import type { CompanyInfo, Language } from '../../../shared/index.ts';
import type { Proof, ProofParcel } from '../../dispatch/index.ts';
import { writeCompany } from './manifest-content.ts';
import type { Columns, PaperContent, PaperRow } from './manifest-content.ts';
import { manifestWords } from './manifest-words.ts';

const columns: Columns = [
  ['position', 22],
  ['tracking', 100],
  ['invoice', 44],
  ['city', 76],
  ['volumes', 22],
  ['label', 80],
  ['printed', 92],
  ['checked', 91],
];

/** The proof of dispatch as text, before it is drawn: parcels that have left the grouping are in its file alone. */
export function makeProofContent(
  { head, parcels, end }: Proof,
  company: CompanyInfo | null,
  language: Language,
  nowMs: number,
): PaperContent {
  const words = manifestWords(language);
  const { proof } = words;
  const { grouping, station, chain } = head;
  const listed = parcels.filter(({ position }) => position !== null);
  const concluded = listed[0]?.concluded ?? null;
  const formatAt = (at: string): string => formatDateTime(Date.parse(at));
  const who = (deed: { readonly person: string | null; readonly station: string | null }): string =>
    [deed.person ?? proof.nobody, deed.station].filter((name) => name !== null).join(' · ');
  const makeRow = ({ printed, checked, label, ...parcel }: ProofParcel): PaperRow => {
    const last = printed.at(-1);
    const times = printed.length > 1 ? ` (${printed.length}×)` : '';
    return {
      position: String(parcel.position),
      tracking: parcel.tracking ?? '',
      invoice: String(parcel.invoice ?? ''),
      city: parcel.city ?? '',
      state: parcel.state ?? '',
      volumes: formatInteger(parcel.volumes),
      label: label.map(({ sha256 }) => sha256.slice(0, 16)).join('\n'),
      printed:
        last === undefined ? '–' : `${formatAt(last.at)}${times}\n${who(last)}${last.word ? `\n${proof.byWord}` : ''}`,
      checked: checked === null ? '–' : `${formatAt(checked.at)}\n${who(checked)}`,
      withoutLabel: label.length === 0,
    };
  };
  const facts: PaperContent['facts'] = [
    [words.grouping, nameGrouping(grouping.id, grouping.identification)],
    [words.date, formatDate(grouping.date ?? '')],
    [words.shippingMethod, grouping.shippingMethod ?? ''],
    [proof.concludedAt, concluded === null ? proof.open : formatAt(concluded.at)],
    [proof.concludedBy, concluded === null ? '' : who(concluded)],
    [proof.answer, concluded === null ? '' : proof.answers[concluded.answer]],
    [words.printedAt, formatDateTime(nowMs)],
    [proof.station, station ?? ''],
    [proof.zone, Intl.DateTimeFormat().resolvedOptions().timeZone],
  ];
  return {
    language,
    words: { ...words, title: proof.title },
    ...writeCompany(company, words),
    facts: facts.filter(([, value]) => value !== ''),
    columns,
    rows: listed.map(makeRow),
    totals: [
      [words.totalShipments, formatInteger(listed.length)],
      [words.totalVolumes, formatInteger(listed.reduce((sum, { volumes }) => sum + volumes, 0))],
    ],
    notes: [`${words.journal}: ${chain.end}`, proof.how],
    seal: `${proof.end}: ${end}`,
  };
}
