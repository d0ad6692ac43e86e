import type { LabelFormat } from '#shared/domain/labels.ts';

/** On every paper: nobody may take one for a real label or invoice. */
export const trainingWords = ['TREINAMENTO', 'SEM VALOR'] as const;

/** The formats that the sandbox can make. No known service sends JPEG labels. */
export const sandboxFormats = [
  'pdf',
  'png',
  'zpl',
  'zip',
] as const satisfies readonly LabelFormat[];
export type SandboxLabelFormat = (typeof sandboxFormats)[number];

/**
 * `sheet`: A4, one place per volume; `half-page`: first of three pages; `with-danfe`: an invoice's
 * paper too.
 */
export type Drawing = 'sheet' | 'half-page' | 'with-danfe';

/** The ways in which labels come or do not come, as users of the service report. */
export const sandboxKinds = [
  'own',
  'correios',
  'jadlog',
  'mercado-envios',
  'shopee',
  'amazon',
  'mixed',
] as const;
export type SandboxKind = (typeof sandboxKinds)[number];
