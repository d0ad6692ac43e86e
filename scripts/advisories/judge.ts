import { z } from 'zod';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;

const advisory = z.object({ title: z.string(), url: z.string() });

/** What `npm audit --json` says; where the registry does not answer, npm says something else in its place. */
const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      /** A name is another package of the list, whose advisories stand there. */
      via: z.array(z.union([z.string(), advisory])),
      /** The folders in which it is installed. */
      nodes: z.array(z.string()),
    }),
  ),
});

export interface Finding {
  readonly name: string;
  readonly severity: (typeof severities)[number];
  readonly range: string;
  /** Title and address of each advisory; names where another package brings it in. */
  readonly about: readonly string[];
  readonly shipped: boolean;
}

/**
 * The advisories about installed packages, those that ship first; null where the text is no answer of the registry.
 * `isShipped` tells it of an installed package's folder.
 */
export function readAudit(text: string, isShipped: (folder: string) => boolean): readonly Finding[] | null {
  const parsed = auditSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const findings = Object.entries(parsed.data.vulnerabilities).map(([name, { severity, range, via, nodes }]) => ({
    name,
    severity,
    range,
    about: via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`)),
    shipped: nodes.some(isShipped),
  }));
  return findings.sort((a, b) => Number(b.shipped) - Number(a.shipped) || weigh(b) - weigh(a));
}

/** Whether a release must wait for it. */
export function isGrave({ shipped, severity }: Finding): boolean {
  return shipped && (severity === 'high' || severity === 'critical');
}

function weigh({ severity }: Finding): number {
  return severities.indexOf(severity);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
