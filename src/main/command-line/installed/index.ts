import { keepSecret } from './set-secret.ts';
import { verifyFile } from './verify.ts';

/** The commands that the installed program has as well. */
export const installedCommands = { 'set-secret': keepSecret, verify: verifyFile };
