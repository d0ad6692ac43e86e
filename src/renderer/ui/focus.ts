import type { Attachment } from 'svelte/attachments';

/** Puts the focus here when the element appears. */
export const takeFocus: Attachment<HTMLElement> = (element) => {
  element.focus({ preventScroll: true });
};
