/**
 * A file that is made while it is sent. The next piece is asked for once the one before is taken, so that who reads slowly is
 * waited for with one piece in memory, and who leaves ends it.
 */
export function fileAnswer(
  pieces: AsyncGenerator<string, void, void>,
  { name, type }: { name: string; type: string },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
