/** Milliseconds before the second attempt; doubled for each one after it. */
export const BACKOFF_MS = 500;
/** Milliseconds that a `Retry-After` may ask for before the request is given up. */
export const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Milliseconds to wait after attempt number `attempt` (from 1): what the
 * server asked for with `Retry-After` (seconds, or an HTTP date measured from
 * `now`), else a doubling delay. May exceed {@linkcode MAX_RETRY_AFTER_MS},
 * which the caller judges.
 */
export function retryDelay(
  attempt: number,
  retryAfter: string | null,
  now: number,
  backoff = BACKOFF_MS,
): number {
  const fallback = backoff * 2 ** (attempt - 1);
  if (retryAfter === null) return fallback;
  if (/^\d{1,9}$/.test(retryAfter.trim())) {
    return Math.max(fallback, Number(retryAfter) * 1000);
  }
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? fallback : Math.max(fallback, date - now);
}
