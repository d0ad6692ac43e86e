/** What a station of the demo is told. */
export interface StationPlace {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly groupingId: number;
  readonly floorAddress: string;
  /** All that it keeps. */
  readonly dir: string;
  /** Where its printer puts what it prints. */
  readonly outDir: string;
  readonly paceMs: number;
}
