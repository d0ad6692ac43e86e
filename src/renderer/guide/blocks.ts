/** A guide as data: what the reader in the window draws. No markup is left in it, so that nothing in it can run. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] }
  | { readonly kind: 'em'; readonly parts: readonly Inline[] }
  /** `#section` of the same guide, or an address: the name of another guide's file, or a page outside. */
  | { readonly kind: 'link'; readonly to: string; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  /** An item can hold more than its words: code, or another list. */
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string };

export type Guide = readonly Block[];

/** The words alone. */
export function writePlain(parts: readonly Inline[]): string {
  return parts.map((part) => ('text' in part ? part.text : writePlain(part.parts))).join('');
}
