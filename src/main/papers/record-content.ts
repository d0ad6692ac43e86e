import { historyWords } from '#shared/domain/history.ts';
import { isSave, savedWord } from '#shared/domain/printing.ts';
import { pickLanguage } from '#shared/faults/languages.ts';
import type { JournalEvent } from '../journal/index.ts';
import type { Columns, PaperContent } from './manifest/content.ts';

const columns: Columns = {
  at: 31,
  what: 46,
  position: 8,
  tracking: 33,
  invoice: 15.5,
  who: 25,
  where: 27.5,
};

const { collected: _collected, ...shown } = historyWords;
/** What a dispute may ask about. */
const recordWords = {
  ...shown,
  'volume-checked': ['Volume conferido', 'Parcel checked'],
  'volume-unchecked': ['Volume desfeito', 'Parcel undone'],
  'taken-back': ['Espera etiqueta de novo', 'Waits for its label again'],
  corrected: ['Corrigida no ERP', 'Corrected in the ERP'],
  'print-resolved': ['No papel, visto por pessoa', 'On paper, seen by a person'],
  concluding: ['Conclusão pedida ao ERP', 'Conclusion requested'],
  'conclusion-refused': ['Conclusão sem efeito', 'Conclusion without effect'],
  'conclusion-resolved': ['Visto no ERP por pessoa', 'Seen in the ERP by a person'],
} as const;

/** A grouping's record as text, before it is a table or drawn; `station`: this one's name. */
export function makeRecordContent(
  events: readonly JournalEvent[],
  station: string,
  manifest: PaperContent,
): PaperContent {
  const { words, language } = manifest;
  const { record } = words;
  const rows = events.flatMap((event, index) => {
    const { kind, data, position, invoice } = event;
    if (!isRecorded(kind)) return [];
    const what = pickLanguage(isSave(data['printer']) ? savedWord : recordWords[kind], language);
    const answer = findAnswer(event, events[index - 1]) ?? null;
    return {
      at: new Date(event.atMs).toLocaleString('pt-BR', { timeZoneName: 'longOffset' }),
      what: answer === null ? what : `${what}: ${answer}`,
      position: String(position ?? ''),
      tracking: findTracking(event),
      invoice: String(invoice ?? ''),
      who: event.person ?? record.nobody,
      where: [event.station ?? station, data['printer']].filter(Boolean).join(' · '),
      withoutLabel: false,
    };
  });
  return { ...manifest, words: { ...words, title: record.title }, columns, rows, signed: false };

  /** A station tells only that it concluded. After a person's word, that was no answer either. */
  function findAnswer({ kind, station: other, data }: JournalEvent, before?: JournalEvent) {
    if (kind === 'conclusion-resolved')
      return data['concluded'] === true ? record.done : record.open;
    if (kind !== 'concluded')
      return data['code'] ?? data['file'] ?? data['labels'] ?? data['status'];
    return other !== null || before?.kind === 'conclusion-resolved' ? null : record.confirmed;
  }
}

/** The one on the label that was printed: the row may have another by now. */
function findTracking({ data, tracking }: JournalEvent) {
  const { tracking: printed } = data;
  return typeof printed === 'string' ? printed : (tracking ?? '');
}

function isRecorded(kind: JournalEvent['kind']): kind is keyof typeof recordWords {
  return kind in recordWords;
}
