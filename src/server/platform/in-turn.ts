/** Runs tasks one after the other, also after one fails. Throws the first error at the end. */
export async function runInTurn<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const errors: unknown[] = [];
  for (const task of tasks)
    await task().then(
      (result) => results.push(result),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw errors[0];
  return results;
}
