import { labelExtensions } from '#shared/domain/import.ts';

/** Returns true if a file of this name may hold labels; its first bytes decide. */
export function isLabelFile(name: string): boolean {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return labelExtensions.some((one) => one === extension);
}
