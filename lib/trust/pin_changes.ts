/** The keys of an entry that a moved pin changes, in the order in which absent ones are added. */
export const PIN_KEYS = ["url", "ref", "commit", "sha512"] as const;

/** New values by key; a key that is not named stays as it is. */
export type PinChanges = Readonly<
  Partial<Record<(typeof PIN_KEYS)[number], string>>
>;
