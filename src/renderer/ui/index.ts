/** The parts that all screens draw with. */
export { default as ActionBar } from './action-bar.svelte';
export { default as Button } from './button.svelte';
export { default as Choices } from './fields/choices.svelte';
export { default as CopyButton } from './copy-button.svelte';
export { default as FaultView } from './fault-view.svelte';
export { default as FaultWords } from './fault-words.svelte';
export { default as FieldProblem } from './fields/field-problem.svelte';
export { default as Key } from './key.svelte';
export { default as LockedHint } from './fields/locked-hint.svelte';
export { default as Menu } from './menu.svelte';
export { default as ProxyLogin } from './proxy-login.svelte';
export { default as SearchField } from './search-field.svelte';
export { default as Setting } from './fields/setting.svelte';
export { default as SignInKeys } from './sign-in-keys.svelte';
export { default as TextField } from './fields/text-field.svelte';
export { default as TokenForm } from './token-form.svelte';
export { comeIntoSight, submitTo, takeFocus } from './fields/fields.ts';
