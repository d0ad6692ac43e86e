import { z } from 'zod';
import { benchSteps } from '../domain/window.ts';
import { isFloorAddress } from '../domain/floor.ts';
import { labelPapers } from '../domain/printing.ts';
import { pageChoiceSchema } from '../domain/records.ts';
import { printerDpis } from '../domain/resolutions.ts';
import { isIssuerAddress, isRedirectAddress } from '../domain/sign-in.ts';
import { languages } from '../faults/languages.ts';
import { copies, host, nothing, type Parsed, perSheet, port, takes, text } from './define.ts';

/**
 * A workstation's settings (never the token), with defaults: type, files, variables and changes
 * follow from it.
 */
export const settingsFields = {
  language: z.enum(languages).default('pt-BR'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  sounds: z.boolean().default(true),
  soundVolume: z.int().min(1).max(100).default(50),
  /** `loud`: for halls where machines drown the usual ones. */
  soundSet: z.enum(['usual', 'loud']).default('usual'),
  /** Days that label files and finished jobs are kept (LGPD). */
  retentionDays: z.int().min(1).max(365).default(30),
  /** The printer of every label without a route of its own; `null`: ask. */
  printer: text(300).nullable().default(null),
  /** Printers by name for each kind of label; `printer` if none is named. */
  routes: routes().default({ byPaper: {}, zpl: null }),
  networkPrinters: networkPrinters().default([]),
  /** Resolutions of ZPL printers by name, for drawing PDF labels; 203 by default. */
  printerDpi: z.record(text(300), z.literal(printerDpis)).default({}),
  /** The printer of the manifest, which is A4; null: the manifest is opened on the screen. */
  manifestPrinter: text(300).nullable().default(null),
  /**
   * The printer of invoices' papers (DANFE); null: only those in a label's ZPL are printed, with
   * it.
   */
  danfePrinter: text(300).nullable().default(null),
  /**
   * Print the DANFE that Doca draws behind each label, on its roll, while `danfePrinter` is not
   * set.
   */
  danfeWithLabel: z.boolean().default(false),
  /** Offer files of labels that come into the folder of downloads. */
  watchDownloads: z.boolean().default(false),
  /** Print a grouping as soon as all its labels are there. */
  autoPrint: z.boolean().default(false),
  /** Print the labels that are there once the last parcel is checked. */
  printWhenChecked: z.boolean().default(false),
  /**
   * A scanned order, invoice or tracking code prints its label at once, and no label is printed by
   * itself.
   */
  printsOnScan: z.boolean().default(false),
  /** Do not conclude a grouping with unchecked parcels. */
  mustCheck: z.boolean().default(false),
  /** Weight and tracking code may be corrected in the ERP from here. */
  correctShipments: z.boolean().default(false),
  /** Conclude as soon as the last parcel is checked and nothing is missing. */
  concludeWhenChecked: z.boolean().default(false),
  /** Print a small mark on the margin of reprinted labels. */
  markReprints: z.boolean().default(false),
  /** Read the codes of labels and stop those of other shipments. */
  readLabels: z.boolean().default(true),
  copies: copies.default(1),
  /** Labels per spool job, so that a jam costs little; `null`: all in one. */
  labelsPerJob: z.int().min(1).max(10_000).nullable().default(50),
  /** Labels per sheet, or `null` for one label per page. */
  perSheet: perSheet.nullable().default(null),
  /**
   * Shipping methods whose labels the ERP provides only after the conclusion, by the packer's word.
   */
  concludeFirst: z.array(shippingMethod()).max(200).default([]),
  /** The pages that are printed of a shipping method's labels, by the packer's word. */
  pageRules: z
    .array(z.strictObject({ method: shippingMethod(), choice: pageChoiceSchema }))
    .max(200)
    .default([]),
  /**
   * When the carrier of a shipping method takes no more parcels on a day, by this computer's clock.
   */
  cutoffs: z
    .array(
      z.strictObject({
        method: shippingMethod(),
        time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      }),
    )
    .max(200)
    .default([]),
  /** The OpenID provider of this ERP's people; null if a token is pasted. */
  signInIssuer: text(2_000).refine(isIssuerAddress).nullable().default(null),
  /** Doca's client id at the provider. Its secret, if it has one, is in the keychain. */
  signInClientId: text(300).nullable().default(null),
  signInScopes: text(500).default('openid'),
  /** As registered at the provider. */
  signInRedirect: text(500).refine(isRedirectAddress).default('http://localhost:53682/doca'),
  /** True if a token may be pasted although people can sign in. */
  pasteTokens: z.boolean().default(true),
  /**
   * The PostgreSQL that several workstations share; null for a single one. Its password is in the
   * keychain.
   */
  floorAddress: text(2_000).refine(isFloorAddress).nullable().default(null),
  /** The name of this workstation for others; null: the computer's name. */
  stationName: text(60).nullable().default(null),
  /**
   * The acts that were done on this computer before: the notes of a first job explain the others.
   */
  actsKnown: z
    .array(z.enum(['open', 'print', 'check', 'conclude']))
    .max(4)
    .default([]),
  /** The set-up of this bench: the results of its steps, and whether the Desk still offers it. */
  benchSetup: benchSetup().default({ offered: true, steps: {} }),
  /** Column ids of the grouping table, in order. */
  columns: z
    .array(z.string().max(40))
    .max(40)
    .default(['position', 'recipient', 'city', 'invoice', 'order', 'volume', 'tracking', 'label']),
};

type Fields = typeof settingsFields;
export type Settings = { readonly [K in keyof Fields]: Parsed<Fields[K]> };
export type NetworkPrinterSetting = Settings['networkPrinters'][number];

export const settingNames = Object.keys(settingsFields) as (keyof Settings)[];

/** The decisions that IT can make for a workstation: a packer sees them and cannot change them. */
export type LockedKey = 'erpAddress' | 'updates' | 'certificateHosts' | keyof Settings;
export const defaultSettings: Settings = z.object(settingsFields).parse({});

export const settingsRequests = {
  'settings.get': takes(nothing).gives<Settings>(),
  'settings.change': takes(z.strictObject({ change: settingsChange() })).gives<Settings>(),
};

function routes() {
  return z.strictObject({
    byPaper: z.partialRecord(z.enum(labelPapers), text(300)),
    /** For labels that came as ZPL, on any paper, before `byPaper`. */
    zpl: text(300).nullable(),
  });
}

/** As the ERP names it; `null` if it does not, or if that does not matter. */
function shippingMethod() {
  return z.strictObject({
    id: z.int().nullable().default(null),
    name: text(300).nullable().default(null),
  });
}

function benchSetup() {
  const step = z.strictObject({
    state: z.enum(['done', 'skipped']),
    atMs: z.int().min(0),
    /** The result in a sentence, for people. */
    told: z.string().max(500),
  });
  return z.strictObject({ offered: z.boolean(), steps: z.partialRecord(z.enum(benchSteps), step) });
}

function networkPrinters() {
  const printer = z.strictObject({
    /** Unique among this workstation's printers. */
    name: z.string().trim().min(1).max(100),
    host,
    port,
  });
  return z
    .array(printer)
    .max(50)
    .refine((printers) => new Set(printers.map(({ name }) => name)).size === printers.length);
}

function settingsChange() {
  const fields = Object.entries<z.ZodDefault>(settingsFields).map(([name, field]) => [
    name,
    z.exactOptional(field.unwrap()),
  ]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<Partial<Settings>>;
}
