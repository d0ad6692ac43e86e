import type { LabelSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import type { PageChoice, Paper, Shipment } from '#shared/domain/records.ts';
import { defaultPageChoice } from '#shared/domain/labels.ts';
import type { EntryRecord, FileRecord, LabelRecord } from '../../journal/index.ts';
import { type LabelContent, pendingLabel, unread } from './label-state.ts';

export function makeEntry(shipment: Shipment, position: number): ShipmentSnapshot {
  return {
    position,
    shipment,
    label: pendingLabel,
    checkedAtMs: null,
    scannedVolumes: null,
    share: null,
  };
}

export function restoreEntry(record: EntryRecord): ShipmentSnapshot {
  const { position, label, files, printRunId, isSaved, ...row } = record;
  const restored: LabelSnapshot = {
    ...sumContent(files),
    ...label,
    reading: null,
    printRunId,
    isSaved,
  };
  return { ...row, position: position ?? 0, label: restored, share: null };
}

export function sumContent(files: readonly FileRecord[]): LabelContent {
  const contents = files.flatMap(({ content }) => (content === null ? [] : [content]));
  type Content = (typeof contents)[number];
  const sum = (count: (content: Content) => number): number =>
    contents.reduce((total, content) => total + count(content), 0);
  return {
    ...unread,
    leftOut: [...new Set(contents.flatMap(({ leftOut }) => leftOut))],
    isMended: contents.some(({ isMended }) => isMended),
    kinds: [...new Set(contents.map(({ kind }) => kind))],
    formats: contents.map(({ format }) => format),
    pages: sum(({ pages }) => pages),
    // ZPL has no choice of pages: its further pages are papers of invoices.
    danfes: sum(({ format, pages, filePages }) => (format === 'zpl' ? filePages - pages : 0)),
    filePages: sum(({ filePages }) => filePages),
    croppedPages: sum(({ croppedPages }) => croppedPages),
    paper: joinPapers(contents.map(({ paper }) => paper)),
    hasZpl: contents.length > 0 && contents.every(({ hasZpl }) => hasZpl),
    choice: contents[0]?.choice ?? defaultPageChoice,
  };
}

/** Returns the paper on which all of these fit; null if there is none. */
function joinPapers(papers: readonly Paper[]): Paper | null {
  if (papers.length === 0) return null;
  return {
    widthMm: Math.max(...papers.map(({ widthMm }) => widthMm)),
    heightMm: Math.max(...papers.map(({ heightMm }) => heightMm)),
  };
}

export function findChoice(files: readonly FileRecord[]): PageChoice | null {
  return files.find(({ content }) => content !== null)?.content?.choice ?? null;
}

/** The stored part of a label: work under way begins again. */
export function toLabelRecord(label: LabelSnapshot): LabelRecord {
  const { block, waived, timesPrinted, ownChoice, fewerSeen, manySeen } = label;
  const isUnderWay = label.file === 'late' || label.file === 'coming';
  const file = isUnderWay ? 'missing' : label.file;
  const fault = isUnderWay ? null : label.fault;
  return { file, block, fault, waived, timesPrinted, ownChoice, fewerSeen, manySeen };
}
