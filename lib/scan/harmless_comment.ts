/** What tools write or read in comments, each the whole of one. */
const WHOLE: readonly RegExp[] = [
  // Tables of contents.
  /^(?:START|END) doctoc(?: generated TOC please keep comment here to allow auto update)?$/,
  /^DON'?T EDIT THIS SECTION,? INSTEAD RE-RUN doctoc TO UPDATE$/,
  /^(?:toc|\/toc|tocstop|no toc|omit (?:in|from) toc|more|truncate|excerpt)$/i,
  // Linters and formatters.
  /^markdownlint-[a-z-]+(?: (?:MD\d{3}|[a-z]+(?:-[a-z]+)+))*$/,
  /^(?:prettier|textlint|eslint|remark|lint|vale|cspell|spell-checker|alex|lychee|rumdl|mdformat|dprint|biome)[-: ](?:ignore|disable|enable|on|off|start|end)[\w:/@-]{0,40}(?: [\w./@-]{1,40})?$/i,
  // Room to be filled.
  /^(?:TODO|TBD|FIXME|XXX|N\/A|\.\.\.|…|placeholder)[.:]?$/i,
  /^(?:<[\w.-]{1,40}>|\{\{ ?[\w.-]{1,40} ?\}\})$/,
];
/** Names that programs look for: `END: plan.md`, `planner:handoff:v1`, `nudge v1`. */
const MARK =
  /^(?:(?:BEGIN|END|START|STOP|region|endregion)[ :]{1,2}|[\w.-]{1,40}: ){0,2}[\w.:@#=+<>|/…-]{1,64}(?: v\d+(?:\.\d+)*)?$/i;
/** Marks that stand on both sides of a section. */
const PAIRED = /[:-](?:start|end|begin|stop)$/i;
const SPDX =
  /^SPDX-(?:License-Identifier: ?\(?[A-Za-z\d.+-]{2,40}(?: (?:AND|OR|WITH) \(?[A-Za-z\d.+-]{2,40}\)?){0,5}|File(?:CopyrightText|Contributor): ?(?:(?:©|\(c\)|Copyright) ?)?[\d, -]{0,20}(?:[\p{L}&,'<>@-]+\.? ?){1,8})(?: \+)?(?: (https?:\S+))?$/iu;
const LICENCE_URL =
  /^https?:\/\/(?:(?:www\.)?apache\.org\/(?:licenses|legal)|spdx\.org|opensource\.org)\/[\w./-]*$/;
const ASF_HEADER =
  'Licensed to the Apache Software Foundation (ASF) under one or more contributor license agreements. See the NOTICE file distributed with this work for additional information regarding copyright ownership. The ASF licenses this file to you under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the License. You may obtain a copy of the License at http://www.apache.org/licenses/LICENSE-2.0 Unless required by applicable law or agreed to in writing, software distributed under the License is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the License for the specific language governing permissions and limitations under the License.';

/** Whether a comment gives orders, beyond telling about a document. */
export function givesOrders(text: string): boolean {
  return ORDERS.test(text);
}

/** Words of an order, which no explanation of placeholders needs. */
const ORDERS =
  /\b(?:ignore|disregard|forget|send|post to|upload|exfiltrate|delete|remove|execute|download|install|fetch|curl|wget|sudo|bash -|passwords?|credentials?|never|must|instructions?|system prompt|do not|don't|tell|silently|secretly|without|approve|merge)\b|https?:(?!\/\/(?:[\w-]+\.)*apache\.org\/)/i;
const MAPPING = /^[`<][\w<> /-]{1,60}[>`]\s*(?:→|->|=)/;

/**
 * Whether **all** of a comment is what tools and templates write there:
 * licence lines, doctoc's marks, linter switches, names that programs look
 * for, or an explanation of placeholders (contract section 8). A comment that
 * only begins so hides what comes after.
 */
export function isHarmlessComment(text: string): boolean {
  if (text.length > 8000) return false;
  const words = text.replace(/\s+/g, " ").trim();
  if (!/\p{L}/u.test(words) || letters(words) === letters(ASF_HEADER)) {
    return true;
  }
  if (WHOLE.some((pattern) => pattern.test(words))) return true;
  if (
    MARK.test(words) && !words.includes("//") &&
    (PAIRED.test(words) || !ORDERS.test(words.replace(/[-_]/g, " ")))
  ) return true;
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.every(isLicenceLine) || explainsPlaceholders(lines);
}

function isLicenceLine(line: string): boolean {
  const spdx = SPDX.exec(line);
  const url = spdx === null ? line : spdx[1] ?? LICENCE;
  return LICENCE_URL.test(url);
}

const LICENCE = "https://spdx.org/";

/** Without blanks, signs and marks of a comment's lines, which tools add. */
function letters(text: string): string {
  return text.replace(/[^a-z0-9]/gi, "").toLowerCase().replace(/https/, "http");
}

/** `Placeholder convention:` and lines `<name> → what it stands for`. */
function explainsPlaceholders(lines: readonly string[]): boolean {
  const [head, ...rest] = lines;
  if (head === undefined) return false;
  const headed = /^Placeholder convention(?: \([^()]{1,120}\))?:(?:\s|$)/.test(
    head,
  );
  if (!headed) return false;
  const body = [head.slice(head.indexOf(":") + 1).trim(), ...rest].join(" ")
    .trim();
  const mappings = body.replace(CLOSING, "");
  return MAPPING.test(body) && !ORDERS.test(body) && !SENTENCE.test(mappings);
}

/** The sentence that may end an explanation of placeholders. */
const CLOSING =
  /(?:Before running any [\w -]{0,40}, )?\bsubstitute these\b(?:[^.]|\.(?!\s)){0,200}\.?$/i;
/** A sentence that begins behind another's end. */
const SENTENCE = /(?<!\b(?:e\.g|i\.e))[.!?;:]\s+(?!See\b)\p{Lu}/u;
