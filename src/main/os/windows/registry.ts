import { bindLater, decodeText, encodeText } from './binding.ts';

const call = bindLater({ 'advapi32.dll': ['RegGetValueW'] } as const);

/** More than a text of the policy editor may have. */
const mostBytes = 1 << 17;
/** HKEY_LOCAL_MACHINE. */
const machine = -0x7ffffffe;

/**
 * Returns a text or number of the machine's hive; `null`: another type; undefined: absent. Throws
 * if Windows fails.
 */
export function readMachineValue(key: string, name: string): string | null | undefined {
  const textOrNumber = 0x2 | 0x4 | 0x10;
  const unexpanded = 0x10000000;
  const isNumber = 4;
  const notFound = 2;
  const otherKind = 1630;
  const type = Buffer.alloc(4);
  const value = Buffer.alloc(mostBytes);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(mostBytes);
  const { value: status } = call(
    'RegGetValueW',
    machine,
    encodeText(key),
    encodeText(name),
    textOrNumber | unexpanded,
    type,
    value,
    size,
  );
  if (status === notFound) return undefined;
  if (status === otherKind) return null;
  if (status !== 0) throw new Error(`RegGetValue: ${status}`);
  return type.readUInt32LE(0) === isNumber ? String(value.readUInt32LE(0)) : decodeText(value);
}
