/** A feed's file with another share of workstations; 100 takes the limit away. */
export function withStaging(channelFile: string, percent: number): string {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new Error('a whole number from 0 to 100');
  const rest = channelFile.replace(/^stagingPercentage:.*\n?/m, '').replace(/\n*$/, '\n');
  return percent === 100 ? rest : `${rest}stagingPercentage: ${percent}\n`;
}
