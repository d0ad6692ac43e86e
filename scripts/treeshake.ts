/**
 * For the window's build. Only styles act when they are imported: of a door only the parts that are
 * used are loaded.
 */
export const windowTreeshake = {
  moduleSideEffects: (id: string): boolean => !/\.(svelte|ts)$/.test(id),
};
