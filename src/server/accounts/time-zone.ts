/** Returns the time zone if this system knows it, otherwise UTC. */
export function knownTimeZone(name: string | undefined): string {
  try {
    const isNamed = name !== undefined && /^[A-Za-z]/.test(name);
    return isNamed ? new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone : "UTC";
  } catch {
    return "UTC";
  }
}
