/**
 * Maps `items` with at most `jobs` of them under way at a time; results come
 * in the order of the items. When one fails no further one is begun, those
 * under way are waited for, and the first failure is thrown.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  jobs: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from(
    { length: Math.max(1, Math.min(jobs, items.length)) },
    worker,
  );
  const ends = await Promise.allSettled(workers);
  const broken = ends.find(({ status }) => status === "rejected");
  if (broken?.status === "rejected") throw broken.reason;
  return results;
}
