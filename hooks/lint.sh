#!/bin/sh
# Runs `lint` on the repository it is started in, for .pre-commit-hooks.yaml.
# It changes to this program's folder first: no .npmrc and no node_modules of
# the repository decide what npx runs.
set -eu
repository=$PWD
cd "$(dirname -- "$0")/.."
if command -v deno >/dev/null; then
  exec deno task --quiet lint "--directory=$repository" "$@"
fi
exec npx -y deno@2.9.6 task --quiet lint "--directory=$repository" "$@"
