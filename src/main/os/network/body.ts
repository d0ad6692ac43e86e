/** Thrown when a body is longer than it may be; its connection is closed by then. */
export class BodyTooLarge extends Error {}

/**
 * The body as text, counted while it streams (after decompression), so that an endless or inflated answer cannot fill
 * the memory. Rejects with what the stream gives when the connection breaks or the request is aborted.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return text + decoder.decode();
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) {
      // Nobody wants to read the rest, or to wait for its end.
      reader.cancel().catch(() => undefined);
      throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
