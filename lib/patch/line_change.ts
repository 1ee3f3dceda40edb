/** Lines `oldStart` to `oldEnd` become lines `newStart` to `newEnd`; counted from 0, ends excluded. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}
