import assert from "node:assert/strict";
import fc from "fast-check";
import { blobId } from "../../lib/tree/blob_id.ts";
import { safePath } from "../../lib/base/ids.ts";
import { contentDigest, type FileMode } from "../../lib/tree/content_digest.ts";
import {
  type Listing,
  listingDigest,
  parseListing,
  serializeListing,
} from "../../lib/tree/listing.ts";
import { compareUtf8 } from "../../lib/tree/utf8_order.ts";

const ID = blobId(new TextEncoder().encode("x"));
const line = (path: string, rest = `100644 ${ID} 1 1700000000000`) =>
  `${rest} ${path}\n`;

const listings: fc.Arbitrary<Listing> = fc.uniqueArray(
  fc.record({
    path: fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 })
      .filter((text) => safePath(text) !== undefined),
    mode: fc.constantFrom<FileMode>("100644", "100755", "120000"),
    id: fc.uint8Array({ maxLength: 2 }).map(blobId),
    size: fc.nat(),
    mtime: fc.maxSafeNat(),
  }, { noNullPrototype: true }),
  { selector: ({ path }) => path },
).map((files) => files.sort((a, b) => compareUtf8(a.path, b.path)));

Deno.test("a listing is read back as it was written", () => {
  fc.assert(fc.property(listings, (listing) => {
    const text = serializeListing(listing);
    assert.deepEqual(parseListing(text), listing);
  }));
});

Deno.test("nothing but what would be written is read", () => {
  fc.assert(fc.property(
    fc.oneof(
      fc.string(),
      fc.tuple(listings, fc.nat(), fc.string({ maxLength: 2 })).map(
        ([listing, at, put]) => {
          const text = serializeListing(listing);
          const cut = at % (text.length + 1);
          return text.slice(0, cut) + put + text.slice(cut);
        },
      ),
    ),
    (text) => {
      const listing = parseListing(text);
      if (listing !== undefined) assert.equal(serializeListing(listing), text);
    },
  ));
});

const broken: Record<string, string> = {
  "a missing last line end": line("a").trimEnd(),
  "an empty line": `${line("a")}\n`,
  "a wrong order": line("b") + line("a"),
  "one path twice": line("a") + line("a"),
  "a path that climbs": line("../a"),
  "an absolute path": line("/a"),
  "a short id": line("a", "100644 ab 1 1"),
  "an upper-case id": line("a", `100644 ${ID.toUpperCase()} 1 1`),
  "an unknown mode": line("a", `100600 ${ID} 1 1`),
  "a padded size": line("a", `100644 ${ID} 01 1`),
  "a size beyond exact numbers": line("a", `100644 ${ID} 9999999999999999 1`),
  "a carriage return": line("a\r"),
  "a cut file": line("a").slice(0, 20),
};
for (const [name, text] of Object.entries(broken)) {
  Deno.test(`a listing with ${name} is none`, () => {
    assert.equal(parseListing(text), undefined);
  });
}

Deno.test("a path with a line separator is one line", () => {
  assert.equal(parseListing(line("a\u2028b"))?.[0]?.path, "a\u2028b");
});

Deno.test("an empty listing is the empty tree", () => {
  assert.deepEqual(parseListing(""), []);
  assert.equal(listingDigest([]), contentDigest([]));
});

Deno.test("a listing that no tree can hold has no digest", () => {
  const listing = parseListing(line("a") + line("a/b"));
  assert.ok(listing !== undefined);
  assert.equal(listingDigest(listing), undefined);
});
