import { Desk } from '../../../src/main/printing/windows/process/desk.ts';
import { FakeWindows } from './fake-windows.ts';

/** Prints a PDF on a device of A4 at 600 dpi that keeps nothing, and tells how much memory that took at most. */
class Sieve extends FakeWindows {
  override call(...args: Parameters<FakeWindows['call']>): ReturnType<FakeWindows['call']> {
    const isDropped = args[0] === 'StretchDIBits' || args[0] === 'StartPage';
    return isDropped ? { value: 1, code: 0, text: '' } : super.call(...args);
  }
}

const [width, height] = [4960, 7016];
const desk = new Desk(
  new Sieve({
    ...{ dpiX: 600, dpiY: 600, paperWidth: width, paperHeight: height, bitsPerDot: 32 },
    ...{ width, height, offsetX: 0, offsetY: 0 },
  }),
);
const [path = ''] = process.argv.slice(2);
const opened = await desk.answer({ type: 'open', printer: 'x', file: { path, kind: 'pdf', title: 't', copies: 3 } });
if (opened.type !== 'opened') throw new Error(JSON.stringify(opened));
for (;;) {
  const sent = await desk.answer({ type: 'send' });
  if (sent.type !== 'sent') throw new Error(JSON.stringify(sent));
  if (sent.isWhole) break;
}
process.stdout.write(String(process.resourceUsage().maxRSS));
