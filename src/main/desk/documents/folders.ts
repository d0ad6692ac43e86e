/**
 * Folders below `dataDir` of files with people's data; retention empties them. `drawn` and `spill`: what is on its way to
 * a printer or into a merged file.
 */
export const folders = {
  prints: 'prints',
  manifests: 'manifests',
  drawn: 'drawn',
  sheets: 'sheets',
  spill: 'spill',
} as const;
