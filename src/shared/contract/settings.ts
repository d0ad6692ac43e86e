import { z } from 'zod';
import { labelPapers, printerDpis, printerLanguages } from '../domain/printing.ts';
import { languages } from '../faults/fault-text.ts';
import { pageChoiceSchema } from '../domain/page-choice.ts';
import { isFloorAddress } from '../domain/floor.ts';
import { isIssuerAddress, isRedirectAddress } from '../domain/sign-in.ts';
import { copies, host, nothing, perSheet, port, takes, tells, text } from './define.ts';
import type { Parsed } from './define.ts';

/**
 * What a workstation remembers, never the token: one line for each setting, with its default. Type, settings file,
 * policy file, `DOCA_…` variables and what the window may change all come from here.
 */
export const settingsFields = {
  language: z.enum(languages).default('pt-BR'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  sounds: z.boolean().default(true),
  soundVolume: z.int().min(1).max(100).default(50),
  /** Days that label files and finished jobs are kept (LGPD). */
  retentionDays: z.int().min(1).max(365).default(30),
  /** The printer for every label that has no route of its own; `null`: ask. */
  printer: text(300).nullable().default(null),
  /** Printers by name, for each kind of label; `printer` where none is named. */
  routes: routes().default({ byPaper: {}, zpl: null }),
  networkPrinters: networkPrinters().default([]),
  /** Resolutions of ZPL printers by name, for drawing PDF labels; 203 where not given. */
  printerDpi: z.record(text(300), z.literal(printerDpis)).default({}),
  /** What printers speak, by name: those without driver speak ZPL and the others nothing besides, where not given. */
  printerLanguage: z.record(text(300), z.enum(printerLanguages)).default({}),
  /** Prints the manifest, which is A4; null where it is opened to be looked at. */
  manifestPrinter: text(300).nullable().default(null),
  /** Prints the papers of invoices (DANFE) beside their labels; null: only those that came in a label's ZPL, with it. */
  danfePrinter: text(300).nullable().default(null),
  /** Print a grouping as soon as all its labels are there. */
  autoPrint: z.boolean().default(false),
  /** Print labels that are there when the last parcel of their grouping was checked. */
  printWhenChecked: z.boolean().default(false),
  /** No grouping is concluded with parcels that were not checked. */
  mustCheck: z.boolean().default(false),
  /** Weight and tracking code may be corrected in the ERP from here. */
  correctShipments: z.boolean().default(false),
  /** Conclude as soon as the last parcel was checked, where nothing is missing. */
  concludeWhenChecked: z.boolean().default(false),
  /** A small mark on the margin of labels that were printed before. */
  markReprints: z.boolean().default(false),
  /** Read the codes of labels that are there, and stop those of other shipments. */
  readLabels: z.boolean().default(true),
  copies: copies().default(1),
  /** Labels in one spool job, so that a jam costs little; `null`: all in one. */
  labelsPerJob: z.int().min(1).max(10_000).nullable().default(50),
  /** Labels on a sheet, or `null` for one label a page. */
  perSheet: perSheet().nullable().default(null),
  /** Shipping methods whose labels the ERP gives only after the conclusion, as the packer said. */
  concludeFirst: z.array(shippingMethod()).max(200).default([]),
  /** Which pages of its labels are printed, for shipping methods of which the packer said so. */
  pageRules: z
    .array(z.strictObject({ method: shippingMethod(), choice: pageChoiceSchema }))
    .max(200)
    .default([]),
  /** The OpenID provider where this ERP's people sign in; null where a token is pasted. */
  signInIssuer: webAddress().nullable().default(null),
  /** What the provider knows Doca by. Its secret, where it has one, is in the keychain. */
  signInClientId: text(300).nullable().default(null),
  signInScopes: text(500).default('openid'),
  /** As it is registered at the provider. */
  signInRedirect: loopbackAddress().default('http://localhost:53682/doca'),
  /** Whether a token may be pasted where people can sign in. */
  pasteTokens: z.boolean().default(true),
  /** The PostgreSQL that several workstations share; null where there is one. Its password is in the keychain. */
  floorAddress: text(2_000).refine(isFloorAddress).nullable().default(null),
  /** As other workstations see this one; null: the computer's name. */
  stationName: text(60).nullable().default(null),
  /** Column ids of the grouping table, in order. */
  columns: z
    .array(z.string().max(40))
    .max(40)
    .default(['position', 'recipient', 'city', 'invoice', 'order', 'volume', 'tracking', 'label']),
};

type Fields = typeof settingsFields;
export type Settings = { readonly [K in keyof Fields]: Parsed<Fields[K]> };
export type PrinterRoutes = Settings['routes'];
/** A ZPL printer reached by its address. */
export type NetworkPrinterSetting = Settings['networkPrinters'][number];

/** What IT can decide for a workstation: a packer sees it and cannot change it. */
export type LockedKey = 'erpAddress' | 'updates' | 'certificateHosts' | keyof Settings;

export const settingNames = Object.keys(settingsFields) as (keyof Settings)[];
export const defaultSettings: Settings = z.object(settingsFields).parse({});

export const settingsRequests = {
  'settings.get': takes(nothing()).gives<Settings>(),
  'settings.change': takes(z.strictObject({ change: settingsChange() })).gives<Settings>(),
};

export const settingsEvents = {
  'settings.changed': tells<Settings>(),
};

function routes() {
  return z.strictObject({
    byPaper: z.partialRecord(z.enum(labelPapers), text(300)),
    /** For labels that came as ZPL, whatever their paper, before `byPaper`. */
    zpl: text(300).nullable(),
  });
}

/** As the ERP names it; `null` where it does not, or where that does not matter. */
function shippingMethod() {
  return z.strictObject({ id: z.int().nullable().default(null), name: text(300).nullable().default(null) });
}

/** Of an OpenID provider. */
function webAddress() {
  return text(2_000).refine(isIssuerAddress);
}

/** Where a provider may send a browser back to. */
function loopbackAddress() {
  return text(500).refine(isRedirectAddress);
}

function networkPrinters() {
  const printer = z.strictObject({
    /** Unique among this workstation's printers. */
    name: z.string().trim().min(1).max(100),
    host: host(),
    port: port(),
  });
  return z
    .array(printer)
    .max(50)
    .refine((printers) => new Set(printers.map(({ name }) => name)).size === printers.length);
}

/** Any of the settings and nothing else; one that is named has a value. */
function settingsChange() {
  const fields = Object.entries<z.ZodDefault>(settingsFields).map(([name, field]) => [
    name,
    z.exactOptional(field.unwrap()),
  ]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<Partial<Settings>>;
}
