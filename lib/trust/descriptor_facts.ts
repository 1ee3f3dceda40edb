import type { DescriptorEntry } from "./descriptor.ts";

/** What two declarations of one id must agree on, as comparable text. */
export function descriptorFacts({ descriptor }: DescriptorEntry): string {
  return JSON.stringify(
    Object.entries(descriptor)
      .map(([key, located]) => [key, located?.value])
      .sort(([a], [b]) => String(a) < String(b) ? -1 : 1),
  );
}
