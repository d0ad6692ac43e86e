/** Folders below `dataDir` of files with people's data; retention empties them. `drawn`: labels on their way to a printer. */
export const folders = { prints: 'prints', manifests: 'manifests', drawn: 'drawn', sheets: 'sheets' } as const;
