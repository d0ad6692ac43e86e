/** Where the primary button leads the focus when the next step is an answer of the packer. */
export const tokenFieldId = 'job-token';
export const questionId = 'job-question';
export const failuresId = 'job-failures';
/** The printer for labels that have none. */
export const unroutedId = 'unrouted-printer';

/** Focuses the element, or the first button in it; a field that is filled in already is sent. */
export function focusInto(id: string): void {
  const element = document.getElementById(id);
  if (element instanceof HTMLInputElement) {
    if (element.value !== '') element.form?.requestSubmit();
    else element.focus();
  } else {
    element?.querySelector<HTMLElement>('button')?.focus();
  }
}
