/**
 * Every limit of the tool, with its unit. A limit that a source or a file
 * exceeds is an error of its own wording (contract sections 2 and 3); it is
 * measured on produced bytes, never on what a header claims.
 */

/** Bytes of a trust list, organization list, registry or pointer file. */
export const MAX_LAYER_FILE_BYTES = 256 * 1024;
/** Levels of nesting in a YAML block. */
export const MAX_YAML_DEPTH = 8;
/** Bytes of one lock file. */
export const MAX_LOCK_BYTES = 4 * 1024 * 1024;
/** Bytes a source may produce when unpacked. */
export const MAX_SOURCE_BYTES = 2 * 1024 ** 3;
/** Entries (files, folders, links) a source may hold. */
export const MAX_SOURCE_ENTRIES = 100_000;
/** Produced bytes for each byte of the archive, once {@linkcode RATIO_FLOOR_BYTES} are produced. */
export const MAX_COMPRESSION_RATIO = 200;
/** Produced bytes below which the compression ratio is not judged. */
export const RATIO_FLOOR_BYTES = 32 * 1024 * 1024;
/** Bytes of the paths of all entries of a source together. */
export const MAX_PATHS_BYTES = 32 * 1024 * 1024;
/** Bytes of the texts of all symbolic links of a source together. */
export const MAX_LINK_TEXTS_BYTES = 8 * 1024 * 1024;
/** Steps that following the links of a source may take. */
export const MAX_LINK_STEPS = 4_000_000;
/** Bytes of the listing of a snapshot's files. */
export const MAX_LISTING_BYTES = 64 * 1024 * 1024;
/** Bytes of the journal of a run. */
export const MAX_JOURNAL_BYTES = 16 * 1024 * 1024;
/** Folders a path may be deep. */
export const MAX_PATH_DEPTH = 64;
/** Bytes (UTF-8) of a path. */
export const MAX_PATH_BYTES = 4096;
/** Bytes (UTF-8) of one path component. */
export const MAX_NAME_BYTES = 255;
/** Bytes of a `SKILL.md`. */
export const MAX_SKILL_MD_BYTES = 1024 * 1024;
/** Bytes of a file that a scan of its content looks at; what is longer is named. */
export const MAX_SCAN_FILE_BYTES = 2 * 1024 * 1024;
/** Bytes of a symbolic link's text. */
export const MAX_LINK_TEXT_BYTES = 4096;
/** Bytes of one git object that must be held whole: a tree, commit, tag, delta or its base. */
export const MAX_OBJECT_BYTES = 128 * 1024 ** 2;
/** Deltas between an object in a pack and its base; git itself writes at most 4,095. */
export const MAX_DELTA_DEPTH = 4096;
/** Tag objects between a tag and what it points to. */
export const MAX_TAG_DEPTH = 16;
/** Bytes of a server's ref advertisement. */
export const MAX_REFS_BYTES = 64 * 1024 * 1024;
/** Commits of a history that are followed to see which of two commits came first. */
export const MAX_HISTORY_COMMITS = 100_000;
/** Bytes of such a history, as it is sent and once more unpacked. */
export const MAX_HISTORY_BYTES = 128 * 1024 * 1024;
/** Bytes of a repository of which only names or a few files are read, as they are sent and once more unpacked. */
export const MAX_PARTIAL_BYTES = 64 * 1024 * 1024;
/** Bytes of a file of repository urls. */
export const MAX_ADOPTER_LIST_BYTES = 4 * 1024 * 1024;
/** Lines of a file of repository urls. */
export const MAX_ADOPTERS = 20_000;
/** Repositories of adopters read at a time unless `--jobs` says otherwise. */
export const ADOPTER_JOBS = 16;
/** Tags of a repository that are listed. */
export const MAX_RELEASES = 100_000;
/** Bytes of a `.sha512`, `.asc` or `.sig` file. */
export const MAX_SIDE_FILE_BYTES = 1024 * 1024;
/** Bytes of a KEYS file. */
export const MAX_KEYS_BYTES = 16 * 1024 * 1024;
/** Signatures in one signature file. */
export const MAX_SIGNATURES = 64;
/** Signatures of keys about themselves that are checked for one source. */
export const MAX_SELF_SIGNATURE_CHECKS = 4000;
/** Milliseconds by which a signer's clock may be ahead of ours. */
export const MAX_CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;
/** Bytes of a git config, ignore or other administration file. */
export const MAX_GIT_FILE_BYTES = 16 * 1024 * 1024;
/** Bytes of an ignore file in the checkout, whose every rule is tried on every path of ours. */
export const MAX_IGNORE_FILE_BYTES = 256 * 1024;
/** Milliseconds to wait for a connection and the head of an answer. */
export const CONNECT_TIMEOUT_MS = 30_000;
/** Milliseconds without a byte after which a transfer is given up. */
export const IDLE_TIMEOUT_MS = 30_000;
/** Milliseconds of waiting for a transfer after which its speed is judged. */
export const SLOW_GRACE_MS = 60_000;
/** Bytes a second, on average, that a transfer must then have brought. */
export const MIN_BYTES_PER_SECOND = 1024;
/** Milliseconds of waiting that one transfer may take in all. */
export const MAX_TRANSFER_MS = 3_600_000;
/** Redirects followed for one request. */
export const MAX_REDIRECTS = 5;
/** Attempts at one request, the first included. */
export const MAX_ATTEMPTS = 4;
/** Milliseconds a second run waits for the run lock of the first. */
export const RUN_LOCK_TIMEOUT_MS = 60_000;
/** Sources fetched at a time unless `--jobs` says otherwise. */
export const DEFAULT_JOBS = 8;
/** Bytes of a file whose lines a patch compares; a bigger one goes in git's binary form. */
export const MAX_DIFF_BYTES = 16 * 1024 * 1024;
/** Lines of a file that a patch compares. */
export const MAX_DIFF_LINES = 400_000;
/** Lines that may differ before the search for the fewest is given up; its memory grows with the square. */
export const MAX_DIFF_EDITS = 1500;
/** Comparisons of two lines that one file may take. */
export const MAX_FILE_DIFF_STEPS = 3_000_000;
/** Comparisons of two lines that all files of a patch may take together. */
export const MAX_DIFF_STEPS = 100_000_000;
/** Bytes of a changed file that a review reads; a bigger one is told by size and digest. */
export const MAX_REVIEW_FILE_BYTES = 8 * 1024 * 1024;
/** Bytes of all changed files of both versions that a review holds at a time. */
export const MAX_REVIEW_BYTES = 64 * 1024 * 1024;
/** Bytes of changed files of skills, of both versions, that a review scans. */
export const MAX_REVIEW_SCAN_BYTES = 16 * 1024 * 1024;
/** Characters of the patch of a review. */
export const MAX_REVIEW_PATCH_LENGTH = 32 * 1024 * 1024;
/** New hosts that a review lists. */
export const MAX_REVIEW_HOSTS = 500;
/** Characters of a review as the text of a pull request, the limit of the large forges. */
export const MAX_MARKDOWN_LENGTH = 65_536;
/** Results of one SARIF file, the limit of the large forge. */
export const MAX_SARIF_RESULTS = 25_000;
/** Bytes of one SARIF file. */
export const MAX_SARIF_BYTES = 10_000_000;
/** Characters of one finding's message in SARIF. */
export const MAX_SARIF_MESSAGE_LENGTH = 8192;
/** Pairs of a new and a known name whose letters are compared. */
export const MAX_NAME_PAIRS = 1_000_000;
