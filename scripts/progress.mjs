// Shows the progress of a step in the terminal: a spinner while it runs, its duration when it's done.

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const isTerminal = Boolean(process.stdout.isTTY) && process.env.TERM !== "dumb";
/** Running steps: label → start time. */
const running = new Map();
let timer;

function seconds(since) {
  const elapsed = (performance.now() - since) / 1_000;
  return elapsed < 10 ? `${elapsed.toFixed(1)} s` : `${Math.round(elapsed)} s`;
}

function clearLine() {
  if (isTerminal) process.stdout.write("\r\x1b[2K");
}

let frame = 0;
/** Updates a spinner in a terminal. Otherwise (in a log) prints a line every ten seconds. */
function move() {
  const line = [...running].map(([label, since]) => `${label}, ${seconds(since)}`).join(" · ");
  if (!isTerminal) return console.log(`… ${line}`);
  clearLine();
  process.stdout.write(
    `${frames[frame++ % frames.length]} ${line}`.slice(0, (process.stdout.columns || 80) - 1),
  );
}

function begin(label) {
  running.set(label, performance.now());
  if (!isTerminal) console.log(`… ${label}`);
  timer ??= setInterval(move, isTerminal ? 100 : 10_000);
}

function end(label, mark) {
  clearLine();
  console.log(`${mark} ${label}, ${seconds(running.get(label))}`);
  running.delete(label);
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Runs `work` with a spinner. Returns its result and rethrows its errors. */
export async function step(label, work) {
  begin(label);
  try {
    const result = await work();
    end(label, "✓");
    return result;
  } catch (error) {
    end(label, "✗");
    throw error;
  }
}
