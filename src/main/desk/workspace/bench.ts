import { failed, fault, ok, readBadge } from '../../../shared/index.ts';
import type { Operator, Result } from '../../../shared/index.ts';

/** Who is at the bench as long as nobody signs in: whose badge was scanned last. */
export class Bench {
  readonly #changed: (operator: Operator) => void;
  #name: string | null = null;

  constructor(changed: (operator: Operator) => void) {
    this.#changed = changed;
  }

  operator(): Operator {
    return { name: this.#name };
  }

  /** Null: nobody. Fault `invalid-input` for a code that is no badge. */
  setOperator(badge: string | null): Result<Operator> {
    const name = badge === null ? null : readBadge(badge);
    if (badge !== null && name === null) return failed(fault('invalid-input', { detail: 'not a badge' }));
    this.#name = name;
    this.#changed(this.operator());
    return ok(this.operator());
  }
}
