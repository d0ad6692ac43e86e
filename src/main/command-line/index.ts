import { parseArguments, writeHelp } from './arguments.ts';
import { endAnyway } from './guard.ts';
import { endedWell, writeJson, type Ending, type ExitCode } from './output/endings.ts';
import { takeFromEnv, type Terminal } from './output/terminal.ts';

export { openInBrowser } from './workstation/open-browser.ts';
export type { ExitCode } from './output/endings.ts';
export type { Terminal } from './output/terminal.ts';

/**
 * Runs one command line and returns its exit code; with `--json`, the last line of the output is
 * always JSON.
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const ending = await endAnyway(terminal, () => runCommand(argv, terminal));
  if (argv.includes('--json')) terminal.out(`${writeJson(ending)}\n`);
  return ending.exitCode;
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<Ending> {
  const options = parseArguments(argv);
  switch (options.command) {
    case 'help':
      terminal.out(writeHelp(options.about));
      return endedWell;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return endedWell;
    case 'demo':
      return startAhead(terminal, async (ready) =>
        (await import('./demo.ts')).runDemo(ready, options),
      );
    case 'dispatch':
      return startAhead(
        terminal,
        async (ready) => (await import('./dispatch.ts')).runDispatch(ready, options),
        [options.tokenEnv, options.floorPasswordEnv],
      );
    case 'sandbox':
      return (await import('./sandbox.ts')).runSandbox(terminal, options);
    case 'login':
      return (await import('./sign-in.ts')).runLogin(terminal, options);
    case 'logout':
      return (await import('./sign-in.ts')).runLogout(terminal, options);
    case 'whoami':
      return (await import('./sign-in.ts')).runWhoami(terminal, options);
    case 'set-secret':
      return (await import('./installed/index.ts')).runSetSecret(terminal, options.args);
  }
}

/**
 * Runs work whose label process starts now, while the rest of this program is loaded. `secrets`: the
 * variables that the work will take: the process, which reads files from outside, does not get them.
 */
async function startAhead<T>(
  terminal: Terminal,
  work: (ready: Terminal) => Promise<T>,
  secrets: readonly (string | null)[] = [],
): Promise<T> {
  const names = secrets.filter((name) => name !== null);
  const taken = names.map((name) => [name, takeFromEnv(terminal, name)]);
  const ahead = [terminal.startLabelProcess()];
  Object.assign(terminal.env, Object.fromEntries(taken));
  for (const runner of ahead) runner.release();
  const startLabelProcess = () => ahead.pop() ?? terminal.startLabelProcess();
  try {
    return await work({ ...terminal, startLabelProcess });
  } finally {
    for (const unused of ahead) await unused.end();
  }
}
