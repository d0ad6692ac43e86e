/**
 * Folders below `dataDir` with people's data; retention empties them. `drawn` and `spill`: temporary files for printers
 * and merged files.
 */
export const folders = {
  prints: 'prints',
  manifests: 'manifests',
  drawn: 'drawn',
  sheets: 'sheets',
  spill: 'spill',
} as const;
