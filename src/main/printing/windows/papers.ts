import { limitTime } from '../../os/timeout.ts';
import type { NamedPaper } from '../types.ts';
import type { WindowsTools } from './follow.ts';

/** A printer's papers, with the driver that listed them. */
interface Known {
  readonly driver: string | null;
  readonly papers: Promise<readonly NamedPaper[]>;
}

/** The drivers' papers, asked once; a driver that hangs is not asked again, and its printer has none. */
export class PaperBook {
  readonly #tools: WindowsTools;
  readonly #known = new Map<string, Known>();

  constructor(tools: WindowsTools) {
    this.#tools = tools;
  }

  /** Returns the papers that arrive in time; later callers get the others. */
  async find(printer: string, driver: string | null): Promise<readonly NamedPaper[]> {
    const known = this.#known.get(printer);
    const { papers } = known?.driver === driver ? known : this.#ask(printer, driver);
    const { clock, timing } = this.#tools;
    return limitTime(papers, timing.papersMs, () => [], { clock });
  }

  #ask(printer: string, driver: string | null): Known {
    const asking: Known = {
      driver,
      papers: this.#tools.spooler.ask({ type: 'papers', printer }).then((answer) => {
        if (answer.type === 'papers') return answer.papers;
        // Its process was ended because of another, or Windows refused: that may change.
        const isGuilty = answer.type === 'died' && answer.guilty;
        if (!isGuilty && this.#known.get(printer) === asking) this.#known.delete(printer);
        return [];
      }),
    };
    this.#known.set(printer, asking);
    return asking;
  }
}
