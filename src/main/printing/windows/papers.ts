import { limitTime } from '../../os/timeout.ts';
import type { NamedPaper } from '../types.ts';
import type { WindowsTools } from './follow.ts';

/** A printer's papers under the driver that told them. */
interface Known {
  readonly driver: string | null;
  readonly papers: Promise<readonly NamedPaper[]>;
}

/**
 * The papers of the drivers. A driver is asked once; one that hangs is not asked again while the program runs, and its
 * printer is listed without papers.
 */
export class PaperBook {
  readonly #tools: WindowsTools;
  readonly #known = new Map<string, Known>();

  constructor(tools: WindowsTools) {
    this.#tools = tools;
  }

  /** As many as are told in time; who asks later finds the others. */
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
        // Its process was ended for another's sake, or Windows refused: that may be otherwise next time.
        const isGuilty = answer.type === 'died' && answer.guilty;
        if (!isGuilty && this.#known.get(printer) === asking) this.#known.delete(printer);
        return [];
      }),
    };
    this.#known.set(printer, asking);
    return asking;
  }
}
