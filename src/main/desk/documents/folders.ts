/** Below `dataDir`, with people's data; retention empties them. `drawn`, `spill`: temporary, for prints and merges. */
export const folders = {
  prints: 'prints',
  manifests: 'manifests',
  drawn: 'drawn',
  sheets: 'sheets',
  spill: 'spill',
} as const;
