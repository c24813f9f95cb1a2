/**
 * The least that answers a list: Node's own server and `pg`, the statements as the app sends them, and JSON. What is posted is
 * the app's limiter counting: always far from its limit, as a Redis elsewhere would answer without work of this machine's. Started
 * by web.ts as a process of its own, with the statements in its environment.
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
