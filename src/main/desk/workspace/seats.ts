import { type Access, bySession, readHolder, type Seat } from './access.ts';
import type { Badges } from './badges.ts';

/** The ERPs that this workstation has an access for, and the person who works there. */
export class Seats {
  /** The ERP of the settings, also during training. */
  real: Seat | null = null;
  /** The training ERP while it runs. */
  training: Seat | null = null;
  readonly #badges: Pick<Badges, 'operator'>;
  readonly #changed: () => void;

  constructor(badges: Pick<Badges, 'operator'>, changed: () => void) {
    this.#badges = badges;
    this.#changed = changed;
  }

  /** Returns the one at work. */
  current(): Seat | null {
    return this.training ?? this.real;
  }

  hasAccess(): boolean {
    const seat = this.current();
    return seat !== null && readHolder(seat.access) !== null;
  }

  /**
   * The person at work: the signed-in one, else the owner of the scanned badge; null if unknown.
   */
  person(): string | null {
    return this.current()?.access.session?.person().name ?? this.#badges.operator().name;
  }

  /** Work that waits for a session waits on; the window shows that nobody is signed in. */
  noteSignedOut(access: Access): void {
    if (this.real?.access !== access || access.session === null) return;
    this.real.access = bySession(null);
    this.#changed();
  }

  /** The tokens in memory, for filters that must remove them from something. */
  secrets(): readonly string[] {
    const { token = null, session = null } = this.real?.access ?? {};
    return session?.secrets() ?? (token === null ? [] : [token]);
  }
}
