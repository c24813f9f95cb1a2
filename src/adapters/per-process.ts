const globals = globalThis as unknown as Record<string, unknown>;

/** Returns a value that all bundles of the process share: Next loads a module once per bundle. */
export function perProcess<T>(name: `earshot${string}`, create: () => T): T {
  return (globals[name] ??= create()) as T;
}
