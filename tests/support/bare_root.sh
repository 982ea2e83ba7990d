# For scripts: Debian with next to nothing installed, in a folder. Needs root and debootstrap, and a
# mirror ($DEBIAN_MIRROR).
# shellcheck shell=bash
[[ $(id -u) -eq 0 ]] || { echo "$(basename "$0"): root is needed, for chroot" >&2; exit 1; }

# in_root DIRECTORY COMMAND: with /proc and /dev, in name spaces of its own that end with it.
in_root() {
  unshare --mount --pid --fork --propagation private sh -ec '
    mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root LC_ALL=C.UTF-8 \
      bash -ec "$2"' sh "$1" "$2"
}

# bare_root SUITE FOLDER: a new one; what debootstrap made is kept beside it for the next time.
bare_root() {
  local suite=$1 target=$2 mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
  local kept; kept=$(dirname "$target")/$suite.tar
  rm -rf --one-file-system "$target"
  mkdir -p "$target"
  if [[ -e $kept ]]; then
    tar -xpf "$kept" -C "$target"
    return
  fi
  debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$target" "$mirror" \
    >"$target.log" 2>&1 || { tail "$target.log"; exit 1; }
  # Some versions leave it mounted.
  ! mountpoint -q "$target/proc" || umount "$target/proc"
  # Mirrors that are frozen are good enough for this.
  echo 'Acquire::Check-Valid-Until "false";' >"$target/etc/apt/apt.conf.d/99frozen"
  tar -cpf "$kept.new" --one-file-system -C "$target" .
  mv "$kept.new" "$kept"
}
