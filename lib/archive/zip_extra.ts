/**
 * The fields of a zip header's extra area by id, or `undefined` when it is not
 * a sequence of fields. Up to three zero bytes of padding pass.
 */
export function zipExtra(
  extra: Uint8Array,
): ReadonlyMap<number, Uint8Array> | undefined {
  const fields = new Map<number, Uint8Array>();
  const view = new DataView(extra.buffer, extra.byteOffset, extra.length);
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extra.length || fields.has(id)) return undefined;
    fields.set(id, extra.subarray(at + 4, end));
    at = end;
  }
  return extra.subarray(at).every((byte) => byte === 0) ? fields : undefined;
}

/**
 * Whether an extra area gives the entry a second name that differs from the
 * first: the Info-ZIP Unicode Path, which some programs prefer.
 */
export function renames(
  fields: ReadonlyMap<number, Uint8Array>,
  name: Uint8Array,
): boolean {
  const path = fields.get(0x7075)?.subarray(5);
  return path !== undefined &&
    (path.length !== name.length || path.some((byte, i) => byte !== name[i]));
}
