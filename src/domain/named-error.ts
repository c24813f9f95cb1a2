/**
 * For `Symbol.hasInstance` of an error class. Next loads a module once per bundle, and objects that all bundles
 * share, such as worker threads and connections to sites, throw the errors of the bundle that created them.
 */
export function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
