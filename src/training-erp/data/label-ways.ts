import type { LabelFormat } from '../../shared/index.ts';

/** What the sandbox can make. No service met so far sends JPEG labels. */
export type SandboxLabelFormat = Extract<LabelFormat, 'pdf' | 'png' | 'zpl' | 'zip'>;

/**
 * What a label comes on or with. `sheet`: A4 with four places, of which a shipment takes one for each volume; `half-page`: the
 * first of three A4 pages; `with-danfe`: the paper of the invoice after it in the same ZPL.
 */
export type Drawing = 'sheet' | 'half-page' | 'with-danfe';

/** The ways that labels come, or do not come, as users of the service met them. */
export const sandboxKinds = ['own', 'correios', 'jadlog', 'mercado-envios', 'shopee', 'amazon', 'mixed'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];
