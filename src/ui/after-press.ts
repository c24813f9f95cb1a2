/** Leaving a field moves what is below it, so wait for the click of the press that left it (ms). */
const waitMs = 200;

/** Runs `act` once nothing is being pressed. Returns a cancel function. */
export function afterPress(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    timer = setTimeout(() => (document.querySelector(":active") === null ? act() : start()), waitMs);
  };
  start();
  return () => clearTimeout(timer);
}
