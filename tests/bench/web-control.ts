/**
 * The minimal implementation of a list request: Node's HTTP server and `pg`, with the app's statements, and
 * JSON. POST requests are the app's rate limiter counting: always far below the limit, at no cost to this
 * machine, like a remote Redis. Started by web.ts as a separate process with the statements in its
 * environment.
 */
import { createServer } from "node:http";
import pg from "pg";

interface Statement {
  text: string;
  values: unknown[];
}

const statements = JSON.parse(process.env.BENCH_STATEMENTS!) as Statement[];
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const counted = { result: [900_000, 1_000_000] };
const server = createServer((request, response) => {
  if (request.method === "POST") {
    request.resume().once("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url?.endsWith("/pipeline") ? [counted, counted] : counted));
    });
    return;
  }
  void Promise.all(statements.map(({ text, values }) => pool.query(text, values))).then(([list, count]) => {
    response.setHeader("content-type", "application/json");
    response.setHeader("x-total-count", String((count!.rows as { count: number }[])[0]!.count));
    response.end(JSON.stringify(list!.rows));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
process.on("SIGTERM", () => process.exit(0));
