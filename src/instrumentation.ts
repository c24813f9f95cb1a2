/** Runs once when the server starts. Invalid settings stop it here, before the first request. */
export async function register(): Promise<void> {
  // Must be read literally: the build then removes the rest of the function for other runtimes.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./server/operation/start");
  await start();
}
