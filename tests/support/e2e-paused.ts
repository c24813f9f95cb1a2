/** Delays a response until `resume` is called, so a test can check the pending state. */
export function pauseResponse() {
  let resume = () => undefined as void;
  const paused = new Promise<void>((done) => {
    resume = done;
  });
  return { paused, resume };
}
