import type { FileReading } from './file-reading.ts';
import type { ReadReply, ReadRequest } from './protocol.ts';

export async function answerRead(reading: FileReading, { want, path, choice }: ReadRequest): Promise<ReadReply> {
  return want === 'text'
    ? { type: 'text', text: await reading.readText(path, choice) }
    : { type: 'read', reading: await reading.read(path, choice) };
}
