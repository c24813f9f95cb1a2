/** Lets the click of the press that left a field arrive before the layout moves (ms). */
const waitMs = 200;

/** Runs `act` after the current press has ended. Returns a cancel function. */
export function afterPress(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    timer = setTimeout(() => (document.querySelector(":active") === null ? act() : start()), waitMs);
  };
  start();
  return () => clearTimeout(timer);
}
