#!/bin/sh
# Run make demo and make test from a fresh clone in a bare Debian; "make bare" starts it.  Needs root, debootstrap and a network.
#
#   bare.sh RELEASE ACCOUNT [PYTEST ARGUMENTS]     ACCOUNT is root, or user: one without sudo
#
# The system has make, git and python3, and no other package that the project names.  BARE_MIRROR names a mirror of Debian,
# BARE_BIND folders and files of this computer to be seen inside, such as a wheelhouse; variables that begin with PIP_ are
# handed on, and so is the SSL_CERT_FILE of a network with an authority of its own.
set -eu

release="$1" account="$2" arguments="${3:-}"
checkout="$(cd "$(dirname "$0")/../.." && pwd)"
bare="${BARE_FOLDER:-$checkout/dist/bare}/$release-$account"

if [ ! -e "$bare/made" ]; then
    mkdir -p "$bare"
    debootstrap --variant=minbase --include=make,git,python3 "$release" "$bare" "${BARE_MIRROR:-http://deb.debian.org/debian}"
    chroot "$bare" useradd --create-home tester
    touch "$bare/made"
fi
home="$bare/home/tester"
[ "$account" = user ] || home="$bare/root"
rm -rf "$home/labharness"
git clone --quiet --no-hardlinks "$checkout" "$home/labharness"
cp /etc/resolv.conf "$bare/etc/"
echo "127.0.0.1 localhost" > "$bare/etc/hosts"
for place in ${BARE_BIND:-}; do
    mkdir -p "$bare$(dirname "$place")"
    if [ -d "$place" ]; then mkdir -p "$bare$place"; else touch "$bare$place"; fi
done
[ "$account" != user ] || chroot "$bare" chown -R tester: /home/tester

# What is mounted, and every process, ends with the namespace.
export bare account arguments
unshare --mount --pid --fork --kill-child sh -eu <<'END'
for place in proc sys dev ${BARE_BIND:-}; do mount --rbind "/${place#/}" "$bare/${place#/}"; done
mount -t proc proc "$bare/proc"
set -- chroot "$bare" env -i "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 "PYTEST=$arguments"
for name in $(env | sed -n 's/^\(PIP_[A-Z_]*\|SSL_CERT_FILE\)=.*/\1/p'); do set -- "$@" "$name=$(printenv "$name")"; done
run='cd "$HOME/labharness" && make demo && make test'
if [ "$account" = user ]; then
    exec "$@" HOME=/home/tester setpriv --reuid=tester --regid=tester --init-groups sh -c "$run" </dev/null
fi
exec "$@" HOME=/root sh -c "$run" </dev/null
END
