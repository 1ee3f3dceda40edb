/**
 * Every rule name that a finding or an error can carry, with what it means.
 * Names are stable: scripts match on them, and `docs/rules.md` has one anchor
 * for each (contract section 7). Keep the table sorted within its group.
 */
export const RULES = {
  // The command line and this machine.
  "consent-needed": "Consent is needed and nobody can be asked.",
  "disk-error": "The file system refused an operation.",
  "index-unmerged": "The index holds a conflict.",
  "interrupted": "A signal ended the run early.",
  "interrupted-run": "An earlier run was interrupted and is not finished yet.",
  "linked-worktree": "The command works in the main checkout only.",
  "main-checkout-unknown":
    "Git's files do not say where a linked worktree's main checkout stands.",
  "not-a-repository": "No git repository encloses the folder.",
  "permission-missing": "Deno was started without a permission that is needed.",
  "program-missing": "A program that is needed is not installed.",
  "report-cut": "A report leaves out what its format has no room for.",
  "runner-refused": "The runner of suites lies among the snapshots of sources.",
  "run-locked": "Another run holds the run lock.",
  "symlinks-off": "The checkout has core.symlinks=false.",
  "worktree-skipped": "A linked worktree was left out.",
  "internal": "A fault of this tool itself.",
  "usage": "The command line is wrong.",

  // Trust layers.
  "anchor-ignored": "An anchor stands where none has a meaning.",
  "branch-not-pinned": "A git-branch source has no anchor: work in progress.",
  "descriptor-hidden": "A descriptor stands where a reader does not see it.",
  "descriptor-incomplete": "A descriptor lacks a required key.",
  "id-duplicate": "One id stands twice in one file.",
  "key-unknown": "A key is not known.",
  "layer-disagrees": "Two organization files declare one id differently.",
  "layer-encoding":
    "A file is not UTF-8, too large, or holds invisible characters.",
  "layer-converted":
    "Git checks out other bytes of a file that trust is read from than a commit holds.",
  "layer-is-a-link": "A file is reached through a symbolic link.",
  "name-missing": "A descriptor has no name.",
  "organization-not-on-disk":
    "No organization folder is on disk; the locked facts stand in.",
  "organization-unknown": "An organization is not a folder under a known home.",
  "organization-unreadable": "An organization file cannot be read.",
  "pin-missing": "An entry lacks its ref or its anchor.",
  "registry-unreadable": "The registry cannot be read.",
  "source-unknown": "No descriptor of that id is known.",
  "trust-as-of": "The trust list is read as of a revision.",
  "trust-changed": "What is trusted differs from an earlier revision.",
  "trust-list-absent": "There is no trust list.",
  "trust-list-invalid": "The trust list cannot be read.",
  "trust-list-uncommitted": "The trust list differs from HEAD.",
  "url-refused": "A url is not of an allowed form.",
  "value-invalid": "A value breaks its grammar.",

  // Organizations, their adopters and the registry.
  "adopter-list-invalid": "A line of a list of adopters cannot be used.",
  "adopter-unreadable": "An adopter's trust list or lock cannot be read.",
  "curated-anchor-differs":
    "An adopter and the organization pin one ref to two anchors.",
  "organization-list-missing": "An organization's folder has no list.",
  "registry-stale": "The registry is not what the organization files say.",
  "signer-unusable":
    "A key that signs a source has expired, is revoked or is missing.",
  "source-repeated": "Two entries of one list lead to the same skills.",

  // Locks.
  "drift": "The local lock or snapshot is not what the committed lock says.",
  "lock-invalid": "The committed lock cannot be read.",
  "lock-weakened": "The committed lock lacks what an earlier revision had.",
  "lock-stale": "A committed file would change.",
  "local-lock-rebuilt": "The local lock was missing or broken and is rebuilt.",
  "history-changed":
    "A new commit does not descend from the locked one, or nobody can tell.",
  "outdated": "A newer release than the pinned one exists.",
  "pin-changed": "The trust list differs from the committed lock.",
  "pin-older": "A new pin goes back to an older version.",
  "pin-unchanged": "No pin differs from what is installed.",
  "review-incomplete": "Some of what changed could not be compared or scanned.",
  "untrusted-source":
    "A lock block, snapshot or link belongs to no trusted source.",
  "url-changed": "A source comes from another place than it did.",

  // Fetch and verify.
  "anchor-is-tag-object": "The pin is the tag object's id, not the commit's.",
  "archive-changed": "The archive's digest is not the pinned one.",
  "archive-invalid": "An archive contradicts itself or cannot be read.",
  "branch-moved": "A branch has moved on since it was fetched here.",
  "branch-rewritten":
    "A branch's tip does not descend from the commit that was fetched here.",
  "bundle-failed": "A bundle manifest is demanded or broken.",
  "checksum-mismatch":
    "The published checksum differs from the archive's digest.",
  "checksum-missing": "No usable published checksum.",
  "checksum-name": "A published checksum names a release candidate.",
  "commit-unknown": "The repository does not have the pinned commit.",
  "content-changed":
    "The anchor matches but the content is not the locked one.",
  "forge-archive":
    "An archive that a forge generates may change without notice.",
  "git-damaged": "A git object, pack or ref is damaged, missing or hostile.",
  "git-protocol": "A git server answered against the protocol.",
  "host-key-refused": "A server's ssh host key is unknown or has changed.",
  "http-failed": "A server could not be asked or answered with a failure.",
  "limit-exceeded": "A source exceeds a limit.",
  "not-found": "The server has no such repository or file.",
  "redirect-refused": "A redirect leads somewhere it must not.",
  "redirected": "The repository answered from another url.",
  "ref-missing": "The repository has no such tag or branch.",
  "releases-ambiguous": "Two tags name one version and lead to two commits.",
  "releases-unlisted": "The install method has no list of releases.",
  "repository-empty": "The repository has no refs at all.",
  "keys-damaged": "A block of a KEYS file cannot be read.",
  "keys-private": "A KEYS file publishes a private key.",
  "keys-same-origin":
    "The keys come from where the archive comes from, and no signer is named.",
  "keys-unreadable": "The KEYS file cannot be read, or holds no key.",
  "signature-bad": "A signature does not match, or is none.",
  "signature-expired-at-signing":
    "A signature was made with a key that had expired.",
  "signature-future": "A signature says that it was made in the future.",
  "signature-good": "A signature is good.",
  "signature-made-before-expiry":
    "A signature was made before its key expired.",
  "signature-not-listed": "A signature is by nobody whom signed_by lists.",
  "signature-required":
    "A signature is demanded and none has been verified yet.",
  "signature-revoked": "A signature was made with a key that is revoked.",
  "signature-text-mode": "A signature does not tell line ends apart.",
  "signature-too-weak": "A signature rests on a weak digest or key.",
  "signature-unchecked":
    "A signature that was verified before could not be looked at again.",
  "signature-unknown-key": "A signature is by a key that is not known.",
  "signature-unsigned": "A signature is demanded and there is none.",
  "signer-changed": "The signer is not the one of the committed lock.",
  "ssh-failed": "A server could not be asked over ssh.",
  "ssh-refused": "A server accepts none of the user's ssh keys.",
  "tag-gone": "The pinned tag no longer exists.",
  "tag-moved": "The tag no longer peels to the pinned commit.",

  // Names, kinds and selection.
  "lfs-pointer": "A Git LFS pointer stands where content should be.",
  "link-text": "A kept symbolic link dangles, chains, or replaces a SKILL.md.",
  "name-left-out": "An entry whose name or kind is refused was left out.",
  "name-refused": "A source holds a name or kind that is never materialised.",
  "name-suspect": "A name holds characters that deceive a reader.",
  "nested-skill": "A SKILL.md stands below a provided skill.",
  "reference-left-out":
    "A provided skill refers to a file that is not in the snapshot.",
  "tree-left-out": "The snapshot does not hold everything the source does.",
  "foreign-trust-file":
    "The source brings trust files of its own, which are never read.",

  // Skills and suites.
  "eval-failed": "A run of a suite ended with another exit code than 0.",
  "eval-missing": "A provided skill has no suite.",
  "eval-unbound": "A suite's binding does not resolve inside the snapshot.",
  "pointer-invalid": "A pointer file cannot be read.",
  "pointer-unfulfilled": "A pointer's skill is not provided or not installed.",
  "pointer-unknown-source": "A pointer names a source that is not trusted.",
  "provides-skipped": "A folder that a family matches is no installable skill.",
  "provides-unfulfilled": "A provided skill or family is not in the source.",
  "skill-format": "A SKILL.md has a form that some readers refuse.",
  "skill-lost": "A move would lose a linked skill by a fault.",
  "skill-name": "A skill's declared name does not match.",
  "skill-unreadable": "A SKILL.md cannot be used.",

  // Content.
  "agent-memory-edit":
    "What an agent or a shell reads at every start is to be changed.",
  "broad-allowed-tools": "A skill asks to run anything without a question.",
  "concealment": "Something is to be kept from the user.",
  "download-to-shell": "What is downloaded is run at once, unseen.",
  "encoded-payload": "An encoded text spells commands, or is decoded and run.",
  "executable-file": "A file is a program or executable.",
  "hidden-bidi-control":
    "A bidi control shows a line in another order than it is read.",
  "hidden-character": "A character cannot be seen.",
  "hidden-comment": "A comment that the rendered page does not show.",
  "hidden-far-right": "A text stands beyond the edge of any window.",
  "hidden-filler": "A character looks like a blank and is none.",
  "hidden-html": "An element that the rendered page does not show.",
  "hidden-link-definition": "A definition that no page shows says something.",
  "hidden-selector-run": "Variation selectors carry bytes.",
  "hidden-tag-characters": "Tag characters spell a text that nobody sees.",
  "hidden-terminal-control": "A control character is obeyed by terminals.",
  "hidden-zero-width":
    "Characters of no width stand inside a word or in a long row.",
  "image-instructions": "The orders of a skill stand in a picture.",
  "installs-skills": "A skill asks for further skills to be installed.",
  "near-name": "A new id or skill name is nearly a known one.",
  "obfuscated-command": "A command is disguised from readers.",
  "password-archive": "An archive is encrypted or opened with a password.",
  "runs-by-itself": "A file or line is run without being asked for.",
  "scan-incomplete": "Not all of the content was looked at.",
  "scan-suppression-invalid": "The file of suppressions cannot be read.",
  "scan-suppression-unused": "A suppression suppresses nothing.",
  "findings-suppressed":
    "A review leaves findings out that the adopter has accepted.",
  "secret-sent": "Secrets are to be sent out.",

  // Snapshots on disk.
  "snapshot-missing": "A locked source has no snapshot.",
  "snapshot-noise": "Files that tools leave behind lie in a snapshot.",
  "snapshot-tampered": "A snapshot's bytes are not the locked ones.",
  "snapshot-unverified":
    "The lock has no content digest to check the snapshot against.",

  // Links and ignore lines.
  "archive-link-chained":
    "A link of the release archive leads over another link.",
  "archive-link-dangling":
    "A link of the release archive leads to nothing in it.",
  "ignore-ineffective": "An ignore line has no effect.",
  "ignore-missing": "An ignore line is missing.",
  "link-absolute": "A link leads to an absolute path.",
  "link-case-twins": "Two links differ in the case of their names only.",
  "link-cycle": "Links lead in a circle.",
  "link-dangling": "A link leads nowhere.",
  "link-misdirected": "A link of ours leads elsewhere than planned.",
  "link-missing": "A planned link is missing.",
  "link-not-a-link": "A file or folder stands where a link should.",
  "link-outside": "A link leads out of the repository.",
  "link-untrusted":
    "A link leads into a snapshot that no trusted source provides.",
  "name-collision": "A skill name is taken.",
  "not-fetched": "A link leads to what this checkout has not fetched yet.",
  "override-orphaned": "An override file's skill is not installed.",
  "target-is-link": "An agent's skills folder is a symbolic link.",
  "tracked-generated": "A generated file is tracked by git.",
} as const satisfies Record<string, string>;

/** The name of a rule, as `--json` shows it. */
export type RuleName = keyof typeof RULES;
