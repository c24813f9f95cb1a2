import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

// The algorithm is the library's default, argon2id.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// A hash that matches no password. Checked for unknown addresses so they take as long as known ones.
const unmatchableHash =
  "$argon2id$v=19$m=19456,t=2,p=1$JszcCeEVY4ayPYZxA7gDow$ALJrUy+m2COL8fW1D6IyKDy9b/rFrEykrW78HKjCdxQ";

// Each hash uses 19 MiB and a core for about 9 ms, so without a limit sign-ins could starve other requests.
const atOnce = Math.max(1, availableParallelism() - 1);
const waiting: (() => void)[] = [];
let running = 0;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), settings));
}

/** A null hash (unknown account) takes the same time and returns false. */
export function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return inTurn(async () => {
    const isMatch = await verify(passwordHash ?? unmatchableHash, password.normalize("NFKC"));
    return isMatch && passwordHash !== null;
  });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // Passed directly to the next waiter, so a newcomer can't take it first.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
