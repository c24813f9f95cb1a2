import { isDisconnect } from "./disconnect";
import { currentWork, working, type Work } from "./work";

/** A download that is generated while it is sent. */
export function fileResponse(
  pieces: AsyncGenerator<string, void, void>,
  { name, type }: { name: string; type: string },
): Response {
  return new Response(streamed(pieces, { ...currentWork(), kind: "export" }), {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

/**
 * Generates each chunk only after the previous one was read, so a slow client buffers one chunk. If the
 * client disconnects, the generator is closed.
 */
export function streamed(
  pieces: AsyncGenerator<string, void, void>,
  work: Work = currentWork(),
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await working(work, () => pieces.next()).catch((error: unknown) => {
          // The reader has disconnected, which is not an error.
          if (isDisconnect(error)) return { done: true, value: undefined } as const;
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
