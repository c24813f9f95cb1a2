/** The zone if this machine knows it, else UTC. */
export function knownTimeZone(name: string | undefined): string {
  // Intl has no other way to be asked than to throw.
  try {
    const isNamed = name !== undefined && /^[A-Za-z]/.test(name);
    return isNamed ? new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone : "UTC";
  } catch {
    return "UTC";
  }
}
