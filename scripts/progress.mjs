// What the person at the terminal sees of a step: a line that moves while it works, its time when it is done.

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const isTerminal = Boolean(process.stdout.isTTY) && process.env.TERM !== "dumb";
/** The steps that run now: label → when it began. */
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
/** On a terminal one line that turns; elsewhere (a log) a new line every ten seconds. */
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

/** Runs `work` under a moving line and returns its result; what it throws goes on to the caller. */
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
