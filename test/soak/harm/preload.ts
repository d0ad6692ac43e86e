/**
 * The campaign loads this into the program before it starts. It makes the program's clock jump or
 * run wrong, gives it a folder that accounts share, as on Windows and macOS, and takes out one of
 * its guards if the campaign has to show that it detects that.
 */
import { registerHooks } from 'node:module';
import { breaks, isBreak, type Replacement, shareFolder } from './breaks.ts';

const broken = process.env['DOCA_SOAK_BREAK'] ?? '';
if (isBreak(broken)) takeOut(breaks[broken]);

/** `<ms after the start>:<ms of the jump>:<ms that each ms is too long>`. */
const [afterMs, byMs, drift] = (process.env['DOCA_SOAK_CLOCK'] ?? '').split(':').map(Number);
if (afterMs !== undefined && byMs !== undefined) jump(afterMs, byMs, drift ?? 0);

const shared = process.env['DOCA_SOAK_SHARED'];
if (shared !== undefined) shareFolder(shared).forEach(takeOut);

function takeOut({ file, line, instead }: Replacement): void {
  let isOut = false;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString();
      if (source.split(line).length !== 2) throw new Error(`${file} has no such line: ${line}`);
      isOut = true;
      return { ...loaded, source: source.replace(line, instead) };
    },
  });
  process.once('exit', () => {
    // The label process does not load the guard.
    if (!isOut && process.argv[1]?.endsWith('cli.ts') === true)
      process.stderr.write(`${file} was not loaded\n`);
  });
}

function jump(startMs: number, jumpMs: number, driftMs: number): void {
  const RealDate = Date;
  const now = RealDate.now.bind(RealDate);
  const realMs = now();
  let jumpedMs = 0;
  setTimeout(() => {
    jumpedMs = jumpMs;
  }, startMs).unref();
  const readMs = (): number => Math.round(now() + jumpedMs + (now() - realMs) * driftMs);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: readonly unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [readMs()] : args, newTarget) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? readMs : (Reflect.get(target, name, receiver) as unknown),
  });
}
