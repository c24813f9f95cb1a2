/** The two windows that every everyday act is tried in: a small screen of a desk and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 667 },
].map((viewport) => ({ viewport, size: `${viewport.width} × ${viewport.height}` }));
