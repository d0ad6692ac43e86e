import { bindFunctions, decodeText, encodeText } from '../os/windows/binding.ts';
import type { Called, NameIn } from '../os/windows/binding.ts';
import { readMachineValue } from '../os/windows/registry.ts';

/** Below the machine's hive: where group policies lie that administrators alone can write. */
export const policyKey = String.raw`Software\Policies\Doca`;

const functions = {
  'advapi32.dll': { GetFileSecurityW: 'number' },
  'kernel32.dll': { GetSystemWindowsDirectoryW: 'number' },
} as const;

/** More than an access list may have. */
const mostBytes = 1 << 17;
const profiles = String.raw`Software\Microsoft\Windows NT\CurrentVersion\ProfileList`;

/**
 * What IT decides on, asked of Windows itself: a program is started with the environment that a user likes. All of it throws
 * where Windows does not say.
 */
export class Windows {
  #bound: ReturnType<typeof bindFunctions<typeof functions>> | null = null;

  /** What group policies have put there: a text or a number, as text. `null`: something else; undefined: nothing. */
  readPolicy(name: string): string | null | undefined {
    return readMachineValue(policyKey, name);
  }

  /** The folder of all users' data. Windows' own way to ask for it puts variables of the environment in. */
  findProgramData(): string {
    const found = readMachineValue(profiles, 'ProgramData') ?? '';
    const folder = Buffer.alloc(520);
    this.#call('GetSystemWindowsDirectoryW', folder, folder.length / 2);
    const path = found.replace(/^%SystemDrive%/i, decodeText(folder).slice(0, 2));
    if (!/^[a-z]:\\[^%]+$/i.test(path)) throw new Error('no folder of all users');
    return path;
  }

  /** Owner and access list of a file or folder, as one SECURITY_DESCRIPTOR that needs nothing beside it. */
  readonly readSecurity = (path: string): Buffer => {
    const ownerAndList = 1 | 4;
    const descriptor = Buffer.alloc(mostBytes);
    const args = [encodeText(path), ownerAndList, descriptor, mostBytes, Buffer.alloc(4)] as const;
    const { value, code } = this.#call('GetFileSecurityW', ...args);
    if (value === 0) throw new Error(`GetFileSecurity: ${code}`);
    return descriptor;
  };

  #call(name: NameIn<typeof functions>, ...args: readonly (number | Buffer)[]): Called {
    this.#bound ??= bindFunctions(functions);
    return this.#bound(name, ...args);
  }
}
