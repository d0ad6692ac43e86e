import { readFileSync } from 'node:fs';
import { Desk } from '../../../src/main/printing/windows/process/desk.ts';
import { ForgetfulWindows } from './fake-windows.ts';

/* Prints a PDF on A4 at 600 dpi, and reports its peak memory. */
const [width, height] = [4960, 7016];
const desk = new Desk(
  new ForgetfulWindows({
    ...{ dpiX: 600, dpiY: 600, paperWidth: width, paperHeight: height, bitsPerDot: 32 },
    ...{ width, height, offsetX: 0, offsetY: 0 },
  }),
);
const [path = ''] = process.argv.slice(2);
const opened = await desk.answer({
  type: 'open',
  printer: 'x',
  file: { path, kind: 'pdf', title: 't', copies: 3 },
});
if (opened.type !== 'opened') throw new Error(JSON.stringify(opened));
for (;;) {
  const sent = await desk.answer({ type: 'send' });
  if (sent.type !== 'sent') throw new Error(JSON.stringify(sent));
  if (sent.isWhole) break;
}
// The peak of this process alone: the figure of `resourceUsage` starts with that of the parent
// process.
process.stdout.write(
  /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '',
);
