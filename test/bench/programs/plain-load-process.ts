import { readFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';

/** The peer of the label process: pdf-lib as it is. */
await PDFDocument.load(readFileSync(process.argv[2] ?? ''));
