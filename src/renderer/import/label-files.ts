import { labelExtensions } from '#shared/domain/import.ts';

/** For a dialog that chooses files. */
export const labelFileNames = labelExtensions.map((extension) => `.${extension}`).join();
