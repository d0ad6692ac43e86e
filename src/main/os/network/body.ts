export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Thrown if a body is longer than allowed; its connection is closed by then. */
export class BodyTooLarge extends Error {}

/**
 * Counts decompressed bytes while streaming, so that no answer fills the memory. Rejects with the
 * stream's error.
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
      // The rest is not needed, nor its end.
      reader.cancel().catch(() => undefined);
      throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
