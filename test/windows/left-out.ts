const chromium = 'drives Chromium by the tools of Debian';
const cups = 'drives the commands of CUPS; printing on Windows has specs of its own here';
const pdfTools = 'holds the output against tools of Debian (qpdf, Poppler, MuPDF, Ghostscript)';
const postgres = 'starts a PostgreSQL of Debian';
const keyring = 'drives GNOME Keyring; the credential store has a spec of its own here';

/**
 * The test files that cannot run on Windows, each with its reason. `npm run test:windows --
 * --left-out` runs only these and fails if one of them passes.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'test/command-line/chosen-pages.integration.test.ts': pdfTools,
  'test/command-line/floor.integration.test.ts': postgres,
  'test/command-line/label-files.integration.test.ts': pdfTools,
  'test/command-line/printer.integration.test.ts': cups,
  'test/credentials/secret-service.integration.test.ts': keyring,
  'test/papers/bench-sheet.integration.test.ts': pdfTools,
  'test/papers/command-sheet.integration.test.ts': pdfTools,
  'test/papers/manifest.integration.test.ts': pdfTools,
  'test/desk/print/cups.integration.test.ts': cups,
  'test/desk/print/routes.integration.test.ts': cups,
  'test/desk/floor.integration.test.ts': postgres,
  'test/dev/floor-demo.integration.test.ts': postgres,
  'test/dev/window.integration.test.ts': chromium,
  'test/doctor/floor.integration.test.ts': postgres,
  'test/electron/double.integration.test.ts': chromium,
  'test/floor/campaign/campaign.integration.test.ts': postgres,
  'test/floor/claims.integration.test.ts': postgres,
  'test/floor/connection.integration.test.ts': postgres,
  'test/floor/model/compare.integration.test.ts': postgres,
  'test/floor/outage.integration.test.ts': postgres,
  'test/floor/restored.integration.test.ts': postgres,
  'test/floor/outbox.integration.test.ts': postgres,
  'test/fuzz/expressions/judge.test.ts':
    'asks for the time of a thread, which Windows counts coarsely',
  'test/house/check-memory.test.ts': 'asks git, which is not on the machine of the lane',
  'test/labels/pdf/crop.integration.test.ts': pdfTools,
  'test/labels/pdf/encryption.integration.test.ts': pdfTools,
  'test/labels/pdf/forms.integration.test.ts': pdfTools,
  'test/labels/pdf/image.integration.test.ts': pdfTools,
  'test/labels/pdf/pixels-random.integration.test.ts': pdfTools,
  'test/labels/pdf/pixels.integration.test.ts': pdfTools,
  'test/labels/pdf/sheets.integration.test.ts': pdfTools,
  'test/labels/zpl-drawing/codes.integration.test.ts': pdfTools,
  'test/labels/zpl-drawing/peer.integration.test.ts': pdfTools,
  'test/printing/cups/cups.integration.test.ts': cups,
  'test/printing/cups/earlier-jobs.integration.test.ts': cups,
  'test/printing/raster/shapes.integration.test.ts': pdfTools,
  'test/printing/windows/memory.integration.test.ts':
    'counts memory as Linux does; under Wine, Wine would be counted too',
  'test/release/installed.test.ts':
    'its stand-ins for an installed program are scripts that Windows does not start',
  'test/release/package-fails.integration.test.ts':
    'packs for Linux, with commands that are scripts of its shell',
  'test/renderer/leaving.integration.test.ts': chromium,
  'test/renderer/locked.integration.test.ts': chromium,
  'test/renderer/scenes.integration.test.ts': chromium,
  'test/renderer/shift.integration.test.ts': chromium,
  'test/renderer/work.integration.test.ts': chromium,
  'test/windows/server-watch.test.ts': 'watches Wine from Linux, by its list of processes',
};
