/*
 * tsx sandbox/main.ts [--port N] [--seed N] [--app-url URL] [--clock real|manual] [--start-at ISO] [--history-hours N]
 * [--no-stream] [--stripe-file PATH] [--places-port N] [--forum-port N] [--lemmy-port N] [--push-port N] [--certificate FOLDER]. Prints one line of JSON when it is ready, and sends the same to its parent if it has one.
 */
import { parseArgs } from "node:util";
import { loadCertificate, makeCertificate } from "./push/certificate";
import { startSandbox } from "./server";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    "app-url": { type: "string" },
    clock: { type: "string", default: "real" },
    "start-at": { type: "string" },
    "history-hours": { type: "string", default: "3" },
    "no-stream": { type: "boolean", default: false },
    "stripe-file": { type: "string" },
    "places-port": { type: "string", default: "0" },
    "forum-port": { type: "string", default: "0" },
    "lemmy-port": { type: "string", default: "0" },
    "push-port": { type: "string", default: "0" },
    certificate: { type: "string" },
  },
});

/** If a folder is given, the certificate in it is reused, so clients that trust it keep working. */
const folder = values.certificate;

const started = await startSandbox({
  port: Number(values.port),
  seed: Number(values.seed),
  appUrl: values["app-url"],
  clock: values.clock === "manual" ? "manual" : "real",
  startMs: values["start-at"] === undefined ? undefined : Date.parse(values["start-at"]),
  historyHours: Number(values["history-hours"]),
  stream: !values["no-stream"],
  stripeFile: values["stripe-file"],
  placesPort: Number(values["places-port"]),
  forumPort: Number(values["forum-port"]),
  lemmyPort: Number(values["lemmy-port"]),
  pushPort: Number(values["push-port"]),
  certificate: folder === undefined ? makeCertificate(new Date()) : loadCertificate(folder),
});

const { port, placesPort, pushPort, discourse, lemmy } = started;
const ready = { ready: true, port, placesPort, forumPort: discourse.port, lemmyPort: lemmy.port, pushPort };
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.send?.(ready);

let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    void started.close().then(() => process.exit(0));
  });
}
