import { bindFunctions, decodeText, encodeText } from '../os/windows/binding.ts';
import type { Called, NameIn } from '../os/windows/binding.ts';

/** Below the machine's hive: where group policies lie that administrators alone can write. */
export const policyKey = String.raw`Software\Policies\Doca`;

const functions = {
  'advapi32.dll': { RegGetValueW: 'number', GetFileSecurityW: 'number' },
  'kernel32.dll': { GetSystemWindowsDirectoryW: 'number' },
} as const;

/** More than a text of the policy editor or an access list may have. */
const mostBytes = 1 << 17;
/** HKEY_LOCAL_MACHINE. */
const machine = -0x7ffffffe;
const profiles = String.raw`Software\Microsoft\Windows NT\CurrentVersion\ProfileList`;

/**
 * What IT decides on, asked of Windows itself: a program is started with the environment that a user likes. All of it throws
 * where Windows does not say.
 */
export class Windows {
  #bound: ReturnType<typeof bindFunctions<typeof functions>> | null = null;

  /** What group policies have put there: a text or a number, as text. `null`: something else; undefined: nothing. */
  readPolicy(name: string): string | null | undefined {
    return this.#readValue(policyKey, name);
  }

  /** The folder of all users' data. Windows' own way to ask for it puts variables of the environment in. */
  findProgramData(): string {
    const found = this.#readValue(profiles, 'ProgramData') ?? '';
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

  #readValue(key: string, name: string): string | null | undefined {
    const [textOrNumber, unexpanded, isNumber] = [0x2 | 0x4 | 0x10, 0x10000000, 4];
    const [notFound, otherKind] = [2, 1630];
    const [type, value, size] = [Buffer.alloc(4), Buffer.alloc(mostBytes), Buffer.alloc(4)];
    size.writeUInt32LE(mostBytes);
    const args = [machine, encodeText(key), encodeText(name), textOrNumber | unexpanded, type, value, size] as const;
    const { value: status } = this.#call('RegGetValueW', ...args);
    if (status === notFound) return undefined;
    if (status === otherKind) return null;
    if (status !== 0) throw new Error(`RegGetValue: ${status}`);
    return type.readUInt32LE(0) === isNumber ? String(value.readUInt32LE(0)) : decodeText(value);
  }
}
