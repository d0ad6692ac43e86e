import { formatDate, formatDateTime, formatInteger, nameGrouping } from '../../../shared/index.ts';
import type { CompanyInfo, Language } from '../../../shared/index.ts';
import type { Proof, ProofParcel } from '../../dispatch/index.ts';
import { makeColumns, writeCompany } from './manifest-content.ts';
import type { PaperContent, PaperRow } from './manifest-content.ts';
import { manifestWords, proofWords } from './manifest-words.ts';

const widths = [
  ['position', 22],
  ['tracking', 100],
  ['invoice', 44],
  ['city', 76],
  ['volumes', 22],
  ['label', 80],
  ['printed', 92],
  ['checked', 91.28],
] as const;

/** The proof of dispatch as text, before it is drawn: parcels that have left the grouping are in its file alone. */
export function makeProofContent(
  proof: Proof,
  company: CompanyInfo | null,
  language: Language,
  nowMs: number,
): PaperContent {
  const words = proofWords(language);
  const common = { ...manifestWords(language), title: words.title };
  const { grouping, station, chain } = proof.head;
  const listed = proof.parcels.filter(({ position }) => position !== null);
  const end = listed[0]?.concluded ?? null;
  const who = (deed: { readonly person: string | null; readonly station: string | null }): string =>
    [deed.person ?? words.nobody, deed.station].filter((name) => name !== null).join(' · ');
  const makeRow = (parcel: ProofParcel): PaperRow => {
    const { position, tracking, invoice, city, state, volumes, label, printed, checked } = parcel;
    const last = printed.at(-1);
    const times = printed.length > 1 ? ` (${printed.length}×)` : '';
    const lines = (...all: readonly string[]): string => all.filter((line) => line !== '').join('\n');
    return {
      position: String(position),
      tracking: tracking ?? '',
      invoice: invoice === null ? '' : String(invoice),
      city: city ?? '',
      state: state ?? '',
      volumes: formatInteger(volumes),
      label: label.map(({ sha256 }) => sha256.slice(0, 16)).join('\n'),
      printed: last === undefined ? '–' : lines(formatAt(last.at) + times, who(last), last.word ? words.byWord : ''),
      checked: checked === null ? '–' : lines(formatAt(checked.at), who(checked)),
      withoutLabel: label.length === 0,
    };
  };
  const facts: PaperContent['facts'] = [
    [common.grouping, nameGrouping(grouping.id, grouping.identification)],
    [common.date, formatDate(grouping.date ?? '')],
    [common.shippingMethod, grouping.shippingMethod ?? ''],
    [words.concludedAt, end === null ? words.open : formatAt(end.at)],
    [words.concludedBy, end === null ? '' : who(end)],
    [words.answer, end === null ? '' : words.answers[end.answer]],
    [common.printedAt, formatDateTime(nowMs)],
    [words.station, station ?? ''],
    [words.zone, Intl.DateTimeFormat().resolvedOptions().timeZone],
  ];
  return {
    language,
    words: common,
    ...writeCompany(company, common),
    facts: facts.filter(([, value]) => value !== ''),
    columns: makeColumns(widths, { ...common.columns, ...words }),
    rows: listed.map(makeRow),
    totals: [
      [common.totalShipments, formatInteger(listed.length)],
      [common.totalVolumes, formatInteger(listed.reduce((sum, { volumes }) => sum + volumes, 0))],
    ],
    note: `${common.journal}: ${chain.end}\n${words.how}`,
    seal: `${words.end}: ${proof.end}`,
  };
}

/** As the clock of this computer shows it. */
function formatAt(at: string): string {
  return formatDateTime(Date.parse(at));
}
