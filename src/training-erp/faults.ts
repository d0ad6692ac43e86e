import { assertNever } from '../shared/index.ts';
import { answerBytes, answerJson, answerText } from './http/answers.ts';
import type { Answer, Delivery } from './http/answers.ts';
import type { SandboxEndpoint, SandboxFault, SandboxRule } from './types.ts';

/** The faults that are in the way, first come, first struck. */
export class FaultBoard {
  #rules: { readonly rule: SandboxRule; left: number }[] = [];

  inject(rule: SandboxRule): () => void {
    if (rule.on === 'label-file' && rule.fault.type === 'mutate') throw new RangeError('a label file has no JSON body');
    const entry = { rule, left: rule.times ?? Infinity };
    this.#rules.push(entry);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== entry);
    };
  }

  /** The fault that strikes this request, counted; `shipment` is null where the endpoint is about no shipment. */
  strike(on: SandboxEndpoint, shipment: number | null): SandboxFault | null {
    const entry = this.#rules.find(
      ({ rule, left }) => left > 0 && rule.on === on && (rule.shipment === undefined || rule.shipment === shipment),
    );
    if (entry === undefined) return null;
    entry.left -= 1;
    return entry.rule.fault;
  }
}

export interface Struck {
  /** Path and query of the request, for redirects to itself. */
  readonly self: string;
  /** Does the endpoint's work. */
  readonly work: () => Promise<Answer>;
  /** Makes the answer with a file that is broken in the named way. */
  readonly badFile: (how: Extract<SandboxFault, { type: 'bad-file' }>['how']) => Promise<Delivery>;
}

function mutated(answer: Answer, change: (body: unknown) => unknown): Answer {
  const before = Buffer.from(answer.body).toString('utf8');
  const after = change(before === '' ? undefined : JSON.parse(before));
  return after === undefined ? { ...answer, body: new Uint8Array() } : answerJson(answer.status, after);
}

/** What goes out instead of the endpoint's answer. */
export async function withFault(fault: SandboxFault, { self, work, badFile }: Struck): Promise<Delivery> {
  switch (fault.type) {
    case 'status':
      return { manner: 'whole', answer: answerBytes(fault.status, Buffer.from(fault.body ?? ''), fault.headers) };
    case 'cut-after':
      await work();
      return { manner: 'cut' };
    case 'cut-before':
      return { manner: 'cut' };
    case 'reset-mid-body':
      return { manner: 'half-then-reset', answer: await work() };
    case 'stall-mid-body':
      return { manner: 'half-then-stall', answer: await work() };
    case 'stall':
      return { manner: 'silence' };
    case 'mutate':
      return { manner: 'whole', answer: mutated(await work(), fault.change) };
    case 'malformed-json':
      await work();
      return { manner: 'whole', answer: answerText(200, 'application/json', '{"id": 1, "expedicoes": [{') };
    case 'redirect': {
      const location = fault.to === 'self' ? self : fault.to;
      return { manner: 'whole', answer: answerBytes(fault.status ?? 302, new Uint8Array(), { Location: location }) };
    }
    case 'file':
      return {
        manner: 'whole',
        answer: answerBytes(200, fault.bytes, fault.headers ?? { 'Content-Type': 'application/octet-stream' }),
      };
    case 'bad-file':
      return badFile(fault.how);
    default:
      return assertNever(fault);
  }
}
