/** The section of a version in the change log, without its heading; null where there is none. */
export function releaseNotes(changeLog: string, version: string): string | null {
  const sections = changeLog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version);
  return section === undefined ? null : section.slice(section.indexOf('\n') + 1).trim();
}
