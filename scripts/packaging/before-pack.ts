/**
 * Set by `npm run package`; electron-builder on its own would pack a build without its files,
 * signing and feed.
 */
export const startedByPackage = 'DOCA_PACKAGING';

export default function beforePack(): void {
  if (process.env[startedByPackage] === undefined) {
    throw new Error('Doca is packed with `npm run package`; see docs/release-guide.md');
  }
}
