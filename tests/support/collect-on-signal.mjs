// Preloaded into the app by the soak test. Runs a full garbage collection on SIGUSR2, so only retained memory
// is measured.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => collect());
