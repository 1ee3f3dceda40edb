/** Steps that run at a time: each mostly waits for a process of its own. */
const WORKERS = 4;

/**
 * Runs the steps of a table, a few at a time, each under its own name. They
 * must not share what they change.
 */
export async function steps(
  t: Deno.TestContext,
  table: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const queue = Object.entries(table);
  const work = async () => {
    for (let next; (next = queue.shift()) !== undefined;) {
      const [name, fn] = next;
      await t.step({
        name,
        fn,
        // What Deno would count belongs to the steps beside it.
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}
