/** What each exit code means to a script (contract section 6), for help and docs. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, "good; warnings and notes included"],
  [1, "something checked is wrong, or a source was refused"],
  [2, "the command line or an adopter's file is wrong; nothing attempted"],
  [130, "interrupted (143 by SIGTERM); everything consistent"],
];
