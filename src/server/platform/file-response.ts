import { isDisconnect } from "./disconnect";
import { currentWork, working, type Work } from "./work";

export function fileResponse(
  chunks: AsyncGenerator<string, void, void>,
  { name, type }: { name: string; type: string },
): Response {
  return new Response(streamed(chunks, { ...currentWork(), kind: "export" }), {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

/** Generates a chunk once the previous one was read: one buffered chunk. A disconnect closes it. */
export function streamed(
  chunks: AsyncGenerator<string, void, void>,
  work: Work = currentWork(),
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await working(work, () => chunks.next()).catch((error: unknown) => {
          if (isDisconnect(error)) return { done: true, value: undefined } as const;
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
