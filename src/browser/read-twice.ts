/** Delay before the only retry of a failed read (ms). */
const retryMs = 500;

/** Retries once if the network or the server failed. Only for requests that are safe to repeat. */
export async function readTwice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return read();
  }
}

/** Client errors would fail again. Importing the error class instead would include every schema. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}
