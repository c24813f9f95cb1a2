/** Runs once when the server starts: a wrong setting stops it here, before the first request. */
export async function register(): Promise<void> {
  // Set by Next and read here as it stands: the build leaves out what follows where there is no Node.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./server/operation/start");
  await start();
}
