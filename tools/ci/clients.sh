#!/usr/bin/env bash
# Runs real clients against the reference instance that answers like release 3.2: git-pw and pwclient, as far
# as they are installed. Each step reads back what the client should have done. Then a run of the suite on the
# same instance must say that both clients work.
set -u
cd "$(dirname "$0")/../.." || exit 1

suite=$PWD/dist/cli/main.js
# Longest time for one command of a client, and for the run of the suite, in seconds.
most=60
longest=300
work=$(mktemp -d) || exit 1
server=
passed=0
failed=0

finish() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; fi
  rm -rf "$work"
}
trap finish EXIT

# Runs a function as a step. What it printed is shown if it fails.
step() {
  if "$@" >"$work/log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    echo "ok      ${*//_/ }"
  else
    failed=$((failed + 1))
    echo "failed  ${*//_/ }"
    tail -n 20 "$work/log" | sed 's/^/        /'
  fi
}

same() {
  [ "$1" = "$2" ] && return
  echo "expected: $2"
  echo "received: $1"
  return 1
}

# Prints a JavaScript expression of what the API returns at a path: `d` is the object, or all items of a list,
# page by page; `status` the status of the first response.
cat >"$work/api.js" <<'END'
const [path, expression] = process.argv.slice(2);
const { CONFORMANCE_BASE_URL: base, CONFORMANCE_MAINTAINER_TOKEN: token } = process.env;

async function read(page) {
  const url = new URL(`${base}/api/1.2/${path}`);
  if (page > 1) url.searchParams.set('page', page);
  const response = await fetch(url, { headers: { authorization: `Token ${token}` } });
  return [response.status, response.ok ? await response.json() : undefined];
}

async function main() {
  let [status, d] = await read(1);
  for (let page = 2, rows = d; Array.isArray(rows) && rows.length > 0 && page < 100; page += 1) {
    [, rows] = await read(page);
    d = d.concat(rows ?? []);
  }
  console.log(String(new Function('d', 'status', `return ${expression}`)(d, status)));
}

main();
END
api() { node "$work/api.js" "$@"; }

# The ids in the first column of the CSV that git-pw prints, and the first words of what pwclient prints.
every_id='d.map(({ id }) => id).sort((a, b) => a - b).join(" ") + " "'
ids() { sed -nE 's/^"?([0-9]+)\b.*/\1/p' | sort -n | tr '\n' ' '; }

# A repository with one commit, so that each patch is applied to the same.
fresh() {
  git am --abort 2>/dev/null
  git reset -q --hard start && git clean -qfd
}

commits() { git rev-list --count start..HEAD; }

gitpw() { timeout "$most" git-pw "$@"; }

# All open patches, over two pages, are those of the API.
git-pw_patch_list() {
  local due
  due=$(api "patches/?project=$CONFORMANCE_PROJECT&state=new&state=under-review&archived=false" "$every_id") &&
    { gitpw patch list --limit 100 -f csv && gitpw patch list --limit 100 --page 2 -f csv; } >"$work/out" &&
    same "$(ids <"$work/out")" "$due"
}

git-pw_patch_show() {
  gitpw patch show -f csv "$patch" >"$work/out" &&
    grep -F "$(api "patches/$patch/" d.msgid)" "$work/out"
}

# Both as files that git-pw names after Content-Disposition, in a folder for temporary files.
git-pw_patch_download() {
  local files=$work/files
  mkdir "$files" &&
    (cd "$files" && export TMPDIR=$files && gitpw patch download "$patch" && gitpw patch download --diff "$patch") &&
    same "$(find "$files" -name '*"*')" '' && same "$(grep -rl '^diff --git' "$files" | wc -l)" 2 && same "$(grep -rl '^From: ' "$files" | wc -l)" 1
}

# With the patches of the series before it, and alone.
git-pw_patch_apply() {
  fresh && gitpw patch apply "$patch" && same "$(commits)" "$length" &&
    fresh && gitpw patch apply --no-deps "$patch" && same "$(commits)" 1
}

git-pw_patch_update() {
  local before
  before=$(api "patches/$patch/" '[d.state, d.archived, d.commit_ref].join()') &&
    gitpw patch update --state deferred --archived true --commit-ref c0ffee --delegate \
      "$CONFORMANCE_MAINTAINER_NAME" "$patch" &&
    same "$(api "patches/$patch/" '[d.state, d.archived, d.commit_ref, d.delegate?.username].join()')" \
      "deferred,true,c0ffee,$CONFORMANCE_MAINTAINER_NAME" &&
    gitpw patch update --state "${before%%,*}" --archived false "$patch" &&
    same "$(api "patches/$patch/" '[d.state, d.archived].join()')" "${before%%,*},false"
}

git-pw_series_list() {
  local due
  due=$(api "series/?project=$CONFORMANCE_PROJECT&per_page=100" "$every_id") &&
    { gitpw series list --limit 50 -f csv && gitpw series list --limit 50 --page 2 -f csv; } >"$work/out" &&
    same "$(ids <"$work/out")" "$due"
}

git-pw_series_show() {
  gitpw series show -f csv "$series" >"$work/out" &&
    grep -F "$(api "series/$series/" d.submitter.email)" "$work/out"
}

git-pw_series_download() {
  gitpw series download "$series" "$work/series.mbox" &&
    same "$(grep -c '^diff --git' "$work/series.mbox")" "$length"
}

git-pw_series_apply() { fresh && gitpw series apply "$series" && same "$(commits)" "$length"; }

git-pw_bundle_create() {
  gitpw bundle create --private client-check "$patch" "$another" &&
    bundle=$(api 'bundles/?q=client-check' 'd[0].id') && in_bundle "$patch,$another"
}

in_bundle() {
  same "$(api "bundles/$bundle/" 'd.patches.map(({ id }) => id).sort((a, b) => a - b).join()')" \
    "$(tr , '\n' <<<"$1" | sort -n | paste -sd ,)"
}

git-pw_bundle_list() { gitpw bundle list -f csv | ids | grep -w "$bundle"; }

git-pw_bundle_show() { gitpw bundle show -f csv "$bundle" | grep client-check; }

git-pw_bundle_update() {
  gitpw bundle update --public --name client-checked "$bundle" &&
    same "$(api "bundles/$bundle/" '[d.name, d.public].join()')" client-checked,true
}

git-pw_bundle_add() { gitpw bundle add "$bundle" "$third" && in_bundle "$patch,$another,$third"; }

git-pw_bundle_remove() { gitpw bundle remove "$bundle" "$another" && in_bundle "$patch,$third"; }

git-pw_bundle_download() {
  gitpw bundle download "$bundle" "$work/bundle.mbox" &&
    same "$(grep -c '^diff --git' "$work/bundle.mbox")" 2
}

git-pw_bundle_delete() {
  gitpw bundle delete "$bundle" && same "$(api "bundles/$bundle/" status)" 404
}

pw() { timeout "$most" pwclient "$@"; }

# Every patch of the project, which are several pages.
pwclient_list() {
  local due
  due=$(api "patches/?project=$CONFORMANCE_PROJECT&per_page=100" "$every_id") &&
    [ "$(wc -w <<<"$due")" -gt 100 ] && pw list -f '%{id}' >"$work/out" && same "$(ids <"$work/out")" "$due"
}

pwclient_list_by_message_id() {
  local msgid
  msgid=$(api "patches/$patch/" d.msgid) && msgid=${msgid#<} &&
    same "$(pw list -f '%{id}' -m "${msgid%>}" | ids)" "$patch "
}

pwclient_view() { pw view "$patch" | grep '^diff --git'; }

pwclient_info() { pw info "$patch" | grep -F "$(api "patches/$patch/" d.msgid)"; }

pwclient_get() {
  fresh && pw get "$patch" && same "$(find . -name '*.patch' | wc -l)" 1 && grep '^diff --git' ./*.patch
}

# It runs patch(1).
pwclient_apply() { fresh && pw apply "$patch" && [ -n "$(git status --porcelain)" ]; }

pwclient_git-am() { fresh && pw git-am "$patch" && same "$(commits)" 1; }

pwclient_update() {
  local before
  before=$(api "patches/$patch/" d.state) &&
    pw update -s Deferred -a yes -c decade "$patch" &&
    same "$(api "patches/$patch/" '[d.state, d.archived, d.commit_ref].join()')" deferred,true,decade &&
    pw update -s "$before" -a no "$patch" &&
    same "$(api "patches/$patch/" '[d.state, d.archived].join()')" "$before,false"
}

pwclient_check-create() {
  pw check-create -c client-check -s warning -d 'one warning' "$patch" &&
    same "$(api "patches/$patch/checks/?context=client-check" 'd.map((check) => [check.state, check.description]).join()')" \
      'warning,one warning'
}

pwclient_check-list() { pw check-list "$patch" | grep -w client-check | grep warning; }

# In the version that the clients use. 1: nonconformant, since deployed releases depart from the specification.
conformance_run() {
  (cd "$work" && timeout "$longest" node "$suite" --allow-writes --versions 1.2 --quiet --report "$work/run.json")
  case $? in 0 | 1) ;; *) return 1 ;; esac
}

conformance_client() { node "$suite" client git-pw pwclient "$work/run.json"; }

node "$suite" serve --like 3.2 --write-env "$work/env" >"$work/server" 2>&1 &
server=$!
for _ in $(seq 100); do
  grep -q '^http' "$work/server" && [ -s "$work/env" ] && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
if ! grep -q '^http' "$work/server"; then
  echo "failed  conformance serve --like 3.2"
  cat "$work/server"
  exit 1
fi
set -a
# shellcheck source=/dev/null
. "$work/env"
set +a

# Nothing of the person who runs this: neither settings nor a pager.
export HOME=$work GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat PAGER=cat LC_ALL=C.UTF-8 NO_COLOR=1
unset XDG_CONFIG_HOME
git config --global user.name Clients
git config --global user.email clients@example.org
git config --global init.defaultBranch main
git config --global pw.server "$CONFORMANCE_BASE_URL/api/1.2"
git config --global pw.project "$CONFORMANCE_PROJECT"
git config --global pw.token "$CONFORMANCE_MAINTAINER_TOKEN"
cat >"$work/.pwclientrc" <<END
[options]
default = $CONFORMANCE_PROJECT
[$CONFORMANCE_PROJECT]
backend = rest
url = $CONFORMANCE_BASE_URL/api/1.2
token = $CONFORMANCE_MAINTAINER_TOKEN
END
git init -q "$work/repository" && cd "$work/repository" || exit 1
git commit -q --allow-empty -m Start && git tag start

# The last patch of a series of several, and two more.
series=$(api "series/?project=$CONFORMANCE_PROJECT&per_page=100" \
  'd.find(({ patches, received_all }) => received_all && patches.length > 2).id')
read -r another third patch < <(api "series/$series/" 'd.patches.slice(0, 2).concat(d.patches.at(-1)).map(({ id }) => id).join(" ")')
length=$(api "series/$series/" d.patches.length)

if command -v git-pw >/dev/null; then
  git-pw --version
  for name in patch_{list,show,download,apply,update} series_{list,show,download,apply} \
    bundle_{create,list,show,update,add,remove,download,delete}; do
    step "git-pw_$name"
  done
else
  echo "left out: git-pw is not installed"
fi
if command -v pwclient >/dev/null; then
  for name in list list_by_message_id view info get apply git-am update check-create check-list; do
    step "pwclient_$name"
  done
else
  echo "left out: pwclient is not installed"
fi
step conformance_run
step conformance_client

echo "$passed steps ok, $failed failed"
[ "$failed" -eq 0 ]
