import { faultText, type Fault, type JobSnapshot, type Language } from '../../../shared/index.ts';
import { exitCodes, type ExitCode } from './terminal.ts';

/** The line of JSON at the end of `--json`. */
export interface Summary {
  readonly grouping: { readonly id: number; readonly identification: string | null };
  readonly shipments: number;
  readonly labels: number;
  readonly pages: number;
  readonly pdf: string | null;
  readonly zpl: string | null;
  readonly bytes: number;
  readonly failed: readonly { readonly shipment: number; readonly kind: string; readonly message: string }[];
  readonly printed: boolean;
  readonly concluded: boolean;
  readonly requests: number;
  readonly ms: { readonly total: number; readonly collect: number; readonly merge: number };
}

export interface Figures {
  readonly bytes: number;
  readonly totalMs: number;
  readonly collectMs: number;
  readonly mergeMs: number;
}

export function summarise(snapshot: JobSnapshot, figures: Figures, language: Language): Summary {
  const withLabel = snapshot.shipments.filter(({ label }) => label.state === 'ready' || label.state === 'printed');
  return {
    grouping: { id: snapshot.grouping.id, identification: snapshot.grouping.identification },
    shipments: snapshot.shipments.length,
    labels: withLabel.length,
    pages: withLabel.reduce((sum, { label }) => sum + label.pages, 0),
    pdf: snapshot.pdfPath,
    zpl: snapshot.zplPath,
    bytes: figures.bytes,
    failed: snapshot.shipments
      .filter(({ label }) => label.state === 'failed' || label.state === 'none')
      .map(({ shipment, label }) => ({
        shipment: shipment.id,
        kind: label.fault?.kind ?? 'label-missing',
        message: oneLine(label.fault, language),
      })),
    printed: withLabel.length > 0 && withLabel.every(({ label }) => label.timesPrinted > 0),
    concluded: snapshot.state === 'concluded',
    requests: snapshot.requests,
    ms: { total: figures.totalMs, collect: figures.collectMs, merge: figures.mergeMs },
  };
}

/** What happened in one line; the ERP's own words win where there are some. */
function oneLine(fault: Fault | null, language: Language): string {
  if (fault === null) return faultText('label-missing', language).what;
  return fault.erpMessage ?? faultText(fault.kind, language).what;
}

/** What happened, what to do, and the ERP's own words, for standard error. */
export function faultLines(fault: Fault, language: Language, erpSays: string): string {
  const text = faultText(fault.kind, language);
  const status = fault.status === null ? '' : ` (HTTP ${fault.status})`;
  return [
    `${text.what}${status} ${text.next}`,
    ...(fault.erpMessage === null ? [] : [`  ${erpSays}: ${fault.erpMessage}`]),
    ...fault.erpDetails.map((detail) => `  ${detail.field}: ${detail.message}`),
    ...(fault.detail === null ? [] : [`  [${fault.kind}: ${fault.detail}]`]),
  ]
    .map((line) => `${line.replace(/[\p{Cc}]/gu, ' ')}\n`)
    .join('');
}

/** The exit code of a run that a fault ended. */
export function exitCodeOf(fault: Fault): ExitCode {
  switch (fault.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'no-token':
    case 'keychain':
      return exitCodes.notAuthorised;
    case 'invalid-input':
      return exitCodes.usage;
    case 'conclusion-unknown':
      return exitCodes.conclusionUnknown;
    case 'not-ready':
    case 'grouping-changed':
    case 'label-after-conclusion':
      return exitCodes.labelsMissing;
    default:
      return exitCodes.failure;
  }
}
