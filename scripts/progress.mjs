// What the person at the terminal sees of a step: a line that moves while it works, its time when it is done.

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const isTerminal = Boolean(process.stdout.isTTY) && process.env.TERM !== "dumb";

function seconds(since) {
  const elapsed = (performance.now() - since) / 1_000;
  return elapsed < 10 ? `${elapsed.toFixed(1)} s` : `${Math.round(elapsed)} s`;
}

function clearLine() {
  if (isTerminal) process.stdout.write("\r\x1b[2K");
}

/** On a terminal one line that turns; elsewhere (a log) a new line every ten seconds. */
function move(label, since) {
  let frame = 0;
  if (!isTerminal) {
    console.log(`… ${label}`);
    return setInterval(() => console.log(`… ${label}, ${seconds(since)}`), 10_000);
  }
  return setInterval(() => {
    clearLine();
    process.stdout.write(
      `${frames[frame++ % frames.length]} ${label}, ${seconds(since)}`.slice(0, process.stdout.columns || 80),
    );
  }, 100);
}

/** Runs `work` under a moving line and returns its result; what it throws goes on to the caller. */
export async function step(label, work) {
  const since = performance.now();
  const timer = move(label, since);
  try {
    const result = await work();
    clearInterval(timer);
    clearLine();
    console.log(`✓ ${label}, ${seconds(since)}`);
    return result;
  } catch (error) {
    clearInterval(timer);
    clearLine();
    console.log(`✗ ${label}, ${seconds(since)}`);
    throw error;
  }
}
