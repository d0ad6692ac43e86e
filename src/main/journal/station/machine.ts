import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readMachineValue } from '../../os/windows/registry.ts';

type Read = () => Promise<readonly string[]>;

/**
 * Returns facts that identify this computer and its user, each with its kind before it: the user,
 * the installed system, the board, and the built-in network cards if the board is not known. None
 * changes with a dock, a name or an address. Unknown kinds are left out.
 */
export async function readMachine(): Promise<readonly string[]> {
  const system = { win32: readWindows, darwin: readMac }[process.platform as string];
  const reads: readonly Read[] = [
    readUser,
    ...(system === undefined ? [readSystemOfLinux, readCards] : [system]),
  ];
  return (await Promise.all(reads.map((read) => read().catch(() => [])))).flat();
}

const readUser: Read = async () => {
  const { uid, username } = userInfo();
  return Promise.resolve([`user ${uid} ${username}`]);
};

const readWindows: Read = async () => {
  const marks = {
    system: readMachineValue(String.raw`SOFTWARE\Microsoft\Cryptography`, 'MachineGuid') ?? '',
    // A cloned disk or virtual machine keeps the one above.
    board: readMachineValue(String.raw`SYSTEM\HardwareConfig`, 'LastConfig') ?? '',
  };
  const known = Object.entries(marks).filter(([, value]) => value !== '');
  return Promise.resolve(known.map(([kind, value]) => `${kind} ${value}`));
};

const readMac: Read = async () => {
  const args = ['-rd1', '-c', 'IOPlatformExpertDevice'];
  const { stdout } = await promisify(execFile)('/usr/sbin/ioreg', args, { timeout: 10_000 });
  return (/"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.slice(1) ?? []).map((id) => `board ${id}`);
};

const readSystemOfLinux: Read = async () => [
  `system ${(await readFile('/etc/machine-id', 'utf8')).trim()}`,
];

/** With the cards' factory addresses; a plugged-in one may be at another computer tomorrow. */
const readCards: Read = async () => {
  const cards = (await readdir('/sys/class/net')).map(async (name) => {
    const folder = join('/sys/class/net', name);
    const device = await realpath(join(folder, 'device')).catch(() => '/usb');
    const [kind, address] = await Promise.all(
      ['addr_assign_type', 'address'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    return device.includes('/usb') || kind?.trim() !== '0' ? [] : [`card ${address?.trim()}`];
  });
  return (await Promise.all(cards)).flat();
};
