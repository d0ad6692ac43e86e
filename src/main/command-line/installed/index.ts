import { keepSecret } from './set-secret.ts';
import { verifyFile } from './verify.ts';

export const installedCommands = { 'set-secret': keepSecret, verify: verifyFile };
