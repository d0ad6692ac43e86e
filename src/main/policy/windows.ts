import { bindLater, decodeText, encodeText } from '../os/windows/binding.ts';
import { readMachineValue } from '../os/windows/registry.ts';

/** The key of group policies in the machine's hive, which only administrators can write. */
export const policyKey = String.raw`Software\Policies\Doca`;

const call = bindLater({
  'advapi32.dll': ['GetFileSecurityW'],
  'kernel32.dll': ['GetSystemWindowsDirectoryW'],
} as const);

/** More than an access list may have. */
const mostBytes = 1 << 17;
const profiles = String.raw`Software\Microsoft\Windows NT\CurrentVersion\ProfileList`;

/**
 * Answers from Windows itself: a user can start the program with any environment. All functions may
 * throw.
 */
export const windowsItself = {
  /**
   * Returns a value of the group policies: a text or a number, as text. `null`: another type;
   * undefined: absent.
   */
  readPolicy: (name: string): string | null | undefined => readMachineValue(policyKey, name),

  /**
   * Returns the folder of all users' data. Windows' own function for it expands environment
   * variables.
   */
  findProgramData(): string {
    const found = readMachineValue(profiles, 'ProgramData') ?? '';
    const folder = Buffer.alloc(520);
    call('GetSystemWindowsDirectoryW', folder, folder.length / 2);
    const path = found.replace(/^%SystemDrive%/i, decodeText(folder).slice(0, 2));
    if (!/^[a-z]:\\[^%]+$/i.test(path)) throw new Error('no folder of all users');
    return path;
  },

  /**
   * Returns owner and access list of a file or folder, as one self-relative SECURITY_DESCRIPTOR.
   */
  readSecurity: (path: string): Buffer => {
    const ownerAndList = 1 | 4;
    const descriptor = Buffer.alloc(mostBytes);
    const { value, code } = call(
      'GetFileSecurityW',
      encodeText(path),
      ownerAndList,
      descriptor,
      mostBytes,
      Buffer.alloc(4),
    );
    if (value === 0) throw new Error(`GetFileSecurity: ${code}`);
    return descriptor;
  },
};
export type Windows = typeof windowsItself;
