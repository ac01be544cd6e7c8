#!/bin/sh
# Put this folder's programs into the menu of the desktop and onto the path, for this user; run it again after an update.
#
#   ./install.sh            installs
#   ./install.sh --remove   takes it away again; workspaces stay
set -eu

here="$(cd "$(dirname "$0")" && pwd)"
data="${XDG_DATA_HOME:-$HOME/.local/share}"
bin="$HOME/.local/bin"
entry="$data/applications/labharness.desktop"
metainfo="$data/metainfo/example.labharness.labharness.metainfo.xml"
icon="$data/icons/hicolor/scalable/apps/labharness.svg"
files="$here/_internal/labharness/gui/desktop"

if [ "${1:-}" = "--remove" ]; then
    rm -f "$entry" "$metainfo" "$icon" "$bin/labharness" "$bin/labharness-gui"
    echo "labharness is no longer in the menu. Workspaces and this folder stay."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$metainfo")" "$(dirname "$icon")" "$bin"
# The path stands in quotation marks, in which these signs are written with a backslash.
quoted="$(printf '%s' "$here/labharness-gui" | sed -e 's/[\\"`$]/\\\\&/g' -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')"
sed -e "s|^Exec=labharness-gui|Exec=\"$quoted\"|" "$files/labharness.desktop" > "$entry"
cp "$files/labharness.metainfo.xml" "$metainfo"
cp "$files/labharness.svg" "$icon"
ln -sf "$here/labharness" "$bin/labharness"
ln -sf "$here/labharness-gui" "$bin/labharness-gui"
if command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$(dirname "$entry")" || true
fi
echo "labharness is in the menu, and links that begin with labharness: open it."
echo "The commands are in $bin. Check this computer with: labharness doctor"
