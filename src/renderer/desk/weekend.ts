/** From Friday on, returns true if a sign-in does not last until Monday with Doca closed. */
export function endsBeforeMonday(endsAtMs: number, now: Date): boolean {
  const day = now.getDay();
  if (day > 0 && day < 5) return false;
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ((8 - day) % 7));
  return endsAtMs < monday.getTime();
}
