import { z } from 'zod';
import type { RequestChannel, RequestInput } from './index.ts';
import { serviceOrderStatuses } from '../domain/erp.ts';
import { languages } from '../faults/fault-text.ts';
import { labelPapers, printerDpis } from '../domain/printing.ts';
import type { Settings } from './settings.ts';

/**
 * What main accepts for each request. Imported by main only: the renderer's bundle stays without zod. Every string and
 * array has a limit, every object is closed, so that nothing unexpected goes further than this border.
 */
export const requestInputs = {
  'app.info': nothing(),
  'settings.get': nothing(),
  'settings.change': z.strictObject({ change: settingsChange() }),

  'connection.get': nothing(),
  'connection.test': z.strictObject({ baseUrl: url(), token: token().nullable() }),
  'connection.save': z.strictObject({ baseUrl: url(), token: token().nullable() }),
  'connection.token': z.strictObject({ token: token() }),
  'connection.forget': nothing(),
  'training.start': nothing(),
  'training.stop': nothing(),

  'desk.list': nothing(),
  'job.open': job(),
  'job.close': job(),
  'job.collect': job(),
  'job.cancel': job(),
  'job.retry': job().extend({ shipmentIds: ids().nullable() }),
  'job.accept': job().extend({ shipmentIds: ids() }),
  'job.preview': job().extend({ shipmentId: id() }),
  'job.open-tracking': job().extend({ shipmentId: id() }),
  'job.conclude': job().extend({ beforeLabels: z.boolean(), acceptDifference: z.boolean() }),
  'job.resolve-conclusion': job().extend({ concluded: z.boolean() }),

  'print.printers': nothing(),
  'print.probe': z.strictObject({ host: host(), port: port() }),
  'print.plan': printRequest(),
  'print.preview': printRequest(),
  'print.start': printRequest(),
  'print.resolve': job().extend({ printed: z.boolean() }),
  'print.test-page': z.strictObject({ printer: text(300) }),
  'print.queue': nothing(),
  'print.cancel': z.strictObject({ queueEntryId: id() }),
  'print.resume': z.strictObject({ printer: text(300) }),

  'check.scan': job().extend({ code: text(200) }),
  'check.undo': job(),

  'manifest.open': job(),

  'commands.sheet': nothing(),

  'history.search': z.strictObject({ query: text(200), limit: z.int().min(1).max(1_000) }),

  'office.set-status': z.strictObject({ serviceOrderId: id(), status: z.literal(serviceOrderStatuses).nullable() }),
  'office.add-tags': z.strictObject({ serviceOrderId: id(), tags: tags() }),
  'office.replace-tags': z.strictObject({ serviceOrderId: id(), tags: tags() }),
  'office.delete-tags': z.strictObject({ serviceOrderId: id() }),
  'office.generate-invoice': z.strictObject({ serviceOrderId: id() }),
  'office.generate-sale': z.strictObject({ quoteId: id() }),
  'office.reverse-accounts': z.strictObject({ invoiceId: id() }),

  'clipboard.write': z.strictObject({ text: text(20_000) }),
  'diagnostics.export': nothing(),

  'updates.status': nothing(),
  'updates.check': nothing(),
  'updates.install': nothing(),
} as const satisfies { readonly [C in RequestChannel]: z.ZodType<RequestInput<C>> };

/** One schema for each setting, also used to read the settings file field by field. */
export const settingsFields = settingFields();

function settingFields() {
  return {
    language: z.enum(languages),
    theme: z.enum(['system', 'light', 'dark']),
    sounds: z.boolean(),
    retentionDays: z.int().min(1).max(365),
    printer: text(300).nullable(),
    routes: z.strictObject({
      byPaper: z.partialRecord(z.enum(labelPapers), text(300)),
      zpl: text(300).nullable(),
    }),
    networkPrinters: z
      .array(z.strictObject({ name: z.string().trim().min(1).max(100), host: host(), port: port() }))
      .max(50)
      .refine((printers) => new Set(printers.map(({ name }) => name)).size === printers.length),
    printerDpi: z.record(text(300), z.literal(printerDpis)),
    autoPrint: z.boolean(),
    markReprints: z.boolean(),
    copies: copies(),
    labelsPerJob: z.int().min(1).max(10_000).nullable(),
    perSheet: perSheet().nullable(),
    columns: z.array(z.string().max(40)).max(40),
  } satisfies { readonly [K in keyof Settings]: z.ZodType<Settings[K]> };
}

function settingsChange() {
  const fields = settingFields();
  return z.strictObject({
    language: fields.language.exactOptional(),
    theme: fields.theme.exactOptional(),
    sounds: fields.sounds.exactOptional(),
    retentionDays: fields.retentionDays.exactOptional(),
    printer: fields.printer.exactOptional(),
    routes: fields.routes.exactOptional(),
    networkPrinters: fields.networkPrinters.exactOptional(),
    printerDpi: fields.printerDpi.exactOptional(),
    autoPrint: fields.autoPrint.exactOptional(),
    markReprints: fields.markReprints.exactOptional(),
    copies: fields.copies.exactOptional(),
    labelsPerJob: fields.labelsPerJob.exactOptional(),
    perSheet: fields.perSheet.exactOptional(),
    columns: fields.columns.exactOptional(),
  });
}

function nothing() {
  return z.undefined();
}

/** The ERP's ids are JSON integers; larger than a double can hold exactly, they would name something else. */
function id() {
  return z.int().min(1);
}

function ids() {
  return z.array(id()).max(10_000);
}

function job() {
  return z.strictObject({ groupingId: id() });
}

function text(limit: number) {
  return z.string().max(limit);
}

function url() {
  return z.string().min(1).max(2_000);
}

/** A host name or address as a person types it; what it leads to shows when it is asked. */
function host() {
  return z
    .string()
    .trim()
    .max(253)
    .regex(/^[\p{L}\p{N}.:_-]+$/u);
}

function port() {
  return z.int().min(1).max(65_535);
}

/** What can stand in a header and nothing else; tokens of OpenID Connect are long. */
function token() {
  return z.string().min(1).max(20_000);
}

function tags() {
  return z.array(z.string().min(1).max(500)).max(1_000);
}

function copies() {
  return z.int().min(1).max(99);
}

function perSheet() {
  return z.literal([2, 4]);
}

function printRequest() {
  const position = z.int().min(1).max(100_000);
  return job().extend({
    printer: text(300).nullable(),
    copies: copies(),
    sheet: z
      .strictObject({ perSheet: perSheet(), start: z.int().min(1).max(4) })
      .refine((sheet) => sheet.start <= sheet.perSheet)
      .nullable(),
    selection: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('all') }),
      z.strictObject({ kind: z.literal('unprinted') }),
      z.strictObject({ kind: z.literal('shipments'), shipmentIds: ids() }),
      z.strictObject({ kind: z.literal('range'), from: position, to: position }),
    ]),
  });
}
