import assert from "node:assert/strict";
import fc from "fast-check";
import { renderGithub } from "../../lib/report/render_github.ts";
import { anyFinding, PLACED, reportOf } from "./findings.ts";

Deno.test("findings are annotations with file, line and rule, and are counted", () => {
  assert.equal(
    renderGithub(reportOf([
      { rule: "outdated", level: "note", message: "100% old, v1: v2." },
      PLACED,
      { ...PLACED, level: "warning", skill: "review", line: 0 },
    ])),
    "::error file=skill-sources.md,line=12,title=pin-changed acme::The ref differs from the lock.%0Afix: skill-sources upgrade acme\n" +
      "::warning file=skill-sources.md,title=pin-changed acme review::The ref differs from the lock.%0Afix: skill-sources upgrade acme\n" +
      "::notice title=outdated::100%25 old, v1: v2.\n" +
      "1 error, 1 warning, 1 note\n",
  );
});

Deno.test("a good run says so", () => {
  assert.equal(renderGithub(reportOf([])), "No findings.\n");
});

Deno.test("a file name cannot end its property or give the runner an order", () => {
  const line = renderGithub(reportOf([{
    ...PLACED,
    path: "a,line=1::x\n::set-env name=PATH::y",
    message: "\r\n::stop-commands::z",
  }])).split("\n")[0]!;
  assert.match(
    line,
    /^::error file=a%2Cline=1%3A%3Ax\\u\{a\}%3A%3Aset-env name=PATH%3A%3Ay,line=12,/,
  );
  assert.match(line, /::\\u\{d\}\\u\{a\}::stop-commands::z%0Afix/);
});

Deno.test("nothing out of a finding begins a line", () => {
  fc.assert(fc.property(fc.array(anyFinding, { maxLength: 8 }), (findings) => {
    const lines = renderGithub(reportOf(findings)).split("\n");
    assert.equal(lines.length, findings.length + 2);
    for (const line of lines.slice(0, findings.length)) {
      const [, properties, text] = /^::(?:error|warning|notice) ([^:]*)::(.*)$/
        .exec(line)!;
      assert.ok(properties!.split(",").length <= 3, line);
      assert.doesNotMatch(text!, /%(?!25|0A)/);
    }
  }));
});
