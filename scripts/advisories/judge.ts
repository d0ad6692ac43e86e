import { z } from 'zod';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;

const advisory = z.object({ title: z.string(), url: z.string() });

/** The output of `npm audit --json`. If the registry does not answer, npm prints other JSON. */
const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      /** A string is the name of another package of the list, which has the advisories. */
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
  /** Title and address of each advisory; the name of the other package if that one brings it in. */
  readonly about: readonly string[];
  readonly shipped: boolean;
}

/**
 * Returns the advisories about installed packages, those of shipped packages first; null if the
 * text is no answer of the registry. `isShipped` takes the folder of an installed package.
 */
export function readAudit(
  text: string,
  isShipped: (folder: string) => boolean,
): readonly Finding[] | null {
  const parsed = auditSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const findings = Object.entries(parsed.data.vulnerabilities).map(
    ([name, { severity, range, via, nodes }]) => ({
      name,
      severity,
      range,
      about: via.map((one) =>
        typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`,
      ),
      shipped: nodes.some(isShipped),
    }),
  );
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
