import { asksForToken, failed, fault as makeFault, type Fault, type Result } from '../../shared/index.ts';
import type { GroupingJob } from '../dispatch/index.ts';
import type { Terminal } from './output/terminal.ts';
import type { Services } from './services.ts';
import type { TokenSource } from './token-source.ts';

/** Repeats work with another token if the ERP refuses the present one; `renew` returns the obstacle. */
export async function repeatWithToken<T>(
  work: () => Promise<Result<T>>,
  renew: () => Promise<Fault | null>,
): Promise<Result<T>> {
  for (;;) {
    const result = await work();
    if (result.ok || !asksForToken(result.fault)) return result;
    const refusal = await renew();
    if (refusal !== null) return failed(refusal);
  }
}

/** Takes tokens from their source until one is valid and of the grouping's company; returns the obstacle otherwise. */
export async function renewToken(
  terminal: Terminal,
  services: Services,
  { company }: GroupingJob,
  tokens: TokenSource,
): Promise<Fault | null> {
  for (;;) {
    const none = await tokens.renew();
    if (none !== null) return none;
    const owner = await services.job.company(terminal.signal);
    if (owner.ok) return owner.value === company ? null : makeFault('other-company');
    if (!asksForToken(owner.fault)) return owner.fault;
  }
}
