/** The two window sizes for everyday tasks: a small desktop screen and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 667 },
].map((viewport) => ({ viewport, size: `${viewport.width} × ${viewport.height}` }));
