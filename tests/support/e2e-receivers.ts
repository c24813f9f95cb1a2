/** Creates a sandbox receiver on a port that users can enter. */
export async function receiver(kind: string): Promise<string> {
  const control = `${process.env.E2E_SANDBOX_URL ?? ""}/control/receivers`;
  const made = await fetch(control, { method: "POST", body: JSON.stringify({ kind }) });
  const { path } = (await made.json()) as { path: string };
  return `${process.env.E2E_PLACES_URL ?? ""}${path}`;
}
