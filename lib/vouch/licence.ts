/** The licence of a source, as its own file has it. */
export interface Licence {
  readonly file: string;
  /** SPDX identifier, where the text is a well-known one. */
  readonly spdx?: string;
}

const NAMES = /^(?:LICEN[CS]E|COPYING|UNLICENSE)(?:[.-][A-Za-z0-9.-]*)?$/i;

/** Words by which the texts of licences tell themselves apart; the first that holds counts. */
const TEXTS: readonly (readonly [spdx: string, words: RegExp])[] = [
  ["Apache-2.0", /apache license,? version 2\.0/],
  ["AGPL-3.0", /gnu affero general public license version 3/],
  ["LGPL-3.0", /gnu lesser general public license version 3/],
  ["LGPL-2.1", /gnu lesser general public license version 2\.1/],
  ["GPL-3.0", /gnu general public license version 3/],
  ["GPL-2.0", /gnu general public license version 2/],
  ["MPL-2.0", /mozilla public license,? version 2\.0/],
  ["EPL-2.0", /eclipse public license - v 2\.0/],
  ["CC0-1.0", /cc0 1\.0 universal/],
  ["CC-BY-SA-4.0", /attribution-sharealike 4\.0 international/],
  ["CC-BY-4.0", /attribution 4\.0 international/],
  [
    "Unlicense",
    /free and unencumbered software released into the public domain/,
  ],
  [
    "ISC",
    /permission to use, copy, modify, and\/?(?:or)? distribute this software for any purpose with or without fee/,
  ],
  [
    "MIT",
    /permission is hereby granted, free of charge, to any person obtaining a copy/,
  ],
  [
    "BSD-3-Clause",
    /redistributions of source code must retain.*neither the name/,
  ],
  ["BSD-2-Clause", /redistributions of source code must retain/],
];

/** Characters of a licence that are looked at. */
const LOOKED_AT = 40_000;

/**
 * The licence file at the root of a source: the plainest name of several.
 * `undefined` when there is none.
 */
export function licenceFile(paths: Iterable<string>): string | undefined {
  return [...paths].filter((path) => NAMES.test(path))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

/** What licence a text is: a guess for a person to look at, never a decision. */
export function guessLicence(text: string): string | undefined {
  const head = text.slice(0, LOOKED_AT);
  const tag = /SPDX-License-Identifier:\s*([A-Za-z0-9.+-]+)/.exec(head)?.[1];
  if (tag !== undefined) return tag;
  const words = head.toLowerCase().replace(/\s+/g, " ");
  return TEXTS.find(([, pattern]) => pattern.test(words))?.[0];
}
