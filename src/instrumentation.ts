/** Runs once when the server starts: a wrong setting stops it here, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./server/start");
  try {
    start();
  } catch (error) {
    // Thrown on, it would be told three times over and leave a server that answers nothing.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
