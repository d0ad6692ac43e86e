import { describe, expect, it } from 'vitest';
import { isGrave, readAudit } from '../../scripts/advisories/judge.ts';

const hole = (name: string, severity: string, via: readonly unknown[]) => ({
  [name]: {
    name,
    severity,
    isDirect: true,
    via,
    effects: [],
    range: '<6.2.108',
    nodes: [`node_modules/${name}`],
  },
});
const advisory = {
  source: 1,
  title: 'Code runs',
  url: 'https://example.com/GHSA-1',
  severity: 'high',
};
const audit = (...holes: readonly object[]): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.assign({}, ...holes) as unknown,
    metadata: {},
  });
const ships = (folder: string): boolean => folder === 'node_modules/pdfjs-dist';

describe("the registry's advisories", () => {
  it.each(['high', 'critical'])('a %s one about what ships is grave', (severity) => {
    const [first] = readAudit(audit(hole('pdfjs-dist', severity, [advisory])), ships)!;
    expect(first).toMatchObject({
      name: 'pdfjs-dist',
      shipped: true,
      about: ['Code runs https://example.com/GHSA-1'],
    });
    expect(isGrave(first!)).toBe(true);
  });

  it.each(['info', 'low', 'moderate'])('a %s one is not', (severity) => {
    expect(readAudit(audit(hole('pdfjs-dist', severity, [advisory])), ships)!.map(isGrave)).toEqual(
      [false],
    );
  });

  it('one about a tool is reported and not grave; shipped packages come first', () => {
    const text = audit(
      hole('vite', 'critical', ['esbuild']),
      hole('pdfjs-dist', 'low', [advisory]),
    );
    const findings = readAudit(text, ships)!;
    expect(findings.map(({ name }) => name)).toEqual(['pdfjs-dist', 'vite']);
    expect(findings[1]!.about).toEqual(['through esbuild']);
    expect(findings.some(isGrave)).toBe(false);
  });

  it('none is an answer as well', () => {
    expect(readAudit(audit(), ships)).toEqual([]);
  });

  it.each([
    ['a refusal', '{"message":"405 Method Not Allowed","statusCode":405,"body":""}'],
    ['an error of npm', '{"error":{"code":"ENOAUDIT","summary":"","detail":""}}'],
    ['a page', '<html></html>'],
    ['nothing', ''],
  ])('%s is not an answer', (_what, text) => {
    expect(readAudit(text, ships)).toBeNull();
  });
});
