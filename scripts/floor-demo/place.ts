/** The environment of a station of the demo. */
export interface StationPlace {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly groupingId: number;
  readonly floorAddress: string;
  /** The folder of all data of the station. */
  readonly dir: string;
  /** The folder of its printer's output. */
  readonly outDir: string;
  readonly paceMs: number;
}
