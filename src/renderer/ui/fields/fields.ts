import type { Attachment } from 'svelte/attachments';

export interface Choice<T> {
  readonly value: T;
  readonly words: string;
  readonly lang?: string;
  readonly disabled?: boolean;
}

/** Returns a choice for each of these words. */
export function listChoices<T extends string>(
  words: Readonly<Partial<Record<T, string>>>,
): readonly Choice<T>[] {
  const entries = Object.entries(words) as [T, string][];
  return entries.map(([value, text]) => ({ value, words: text }));
}

/** Returns the choices of labels on a sheet; `null`: one for each page. */
export function listSheets(words: Readonly<Record<1 | 2 | 4, string>>) {
  return ([null, 2, 4] as const).map((value) => ({ value, words: words[value ?? 1] }));
}

export const takeFocus: Attachment<HTMLElement> = (element) => {
  element.focus({ preventScroll: true });
};

/** In a low window, or a long list, it may be out of view. */
export const comeIntoSight: Attachment<HTMLElement> = (element) =>
  element.scrollIntoView({ block: 'nearest' });

/** For a form's `onsubmit`: Enter does this, and the page stays. */
export function submitTo(action: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    action();
  };
}
