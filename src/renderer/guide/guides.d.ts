/**
 * Made of a Markdown file when the window is built (`scripts/guide/plugin.ts`): a list of
 * `Section`.
 */
declare module '*.md?guide' {
  const guide: unknown;
  export default guide;
}
