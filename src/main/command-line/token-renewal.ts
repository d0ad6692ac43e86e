import { failed, fault as makeFault, type Fault, type Result } from '../../shared/index.ts';
import type { GroupingJob } from '../dispatch/index.ts';
import type { Terminal } from './output/terminal.ts';
import { chooseText } from './output/text.ts';
import type { Services } from './services.ts';
import type { TokenSource } from './token-source.ts';

/** Does work again with another token where the ERP refuses the present one; `renew` gives what is in the way of that. */
export async function repeatWithToken<T>(
  work: () => Promise<Result<T>>,
  renew: () => Promise<Fault | null>,
): Promise<Result<T>> {
  for (;;) {
    const result = await work();
    if (result.ok || result.fault.kind !== 'unauthorized') return result;
    const refusal = await renew();
    if (refusal !== null) return failed(refusal);
  }
}

/** The next token of the source, whatever it is good for. */
export async function takeToken(terminal: Terminal, tokens: TokenSource): Promise<Fault | null> {
  if (terminal.errIsTty) terminal.err(chooseText(terminal.language).newTokenPlease);
  return (await tokens.renew()) ? null : makeFault('unauthorized', { status: 401 });
}

/** Gets tokens from their source until one is good and of the grouping's company; what is in the way of that otherwise. */
export async function renewToken(
  terminal: Terminal,
  services: Services,
  { company }: GroupingJob,
  tokens: TokenSource,
): Promise<Fault | null> {
  for (;;) {
    const none = await takeToken(terminal, tokens);
    if (none !== null) return none;
    const owner = await services.job.company(terminal.signal);
    if (owner.ok) return owner.value === company ? null : makeFault('other-company');
    if (owner.fault.kind !== 'unauthorized') return owner.fault;
  }
}
