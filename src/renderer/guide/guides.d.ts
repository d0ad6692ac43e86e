/** Made of a Markdown file when the window is built (`scripts/guide/plugin.ts`): a `Guide`. */
declare module '*.md?guide' {
  const guide: unknown;
  export default guide;
}
