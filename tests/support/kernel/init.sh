#!/busybox sh
# First process of the guest: the host's files, read-only, below a layer in memory; then the agent.
for name in mount insmod mkdir cat ip chroot poweroff echo sleep; do eval "$name() { /busybox $name \"\$@\"; }"; done
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod "$module" || echo "GUEST: $module was not loaded"; done

mount -t 9p -o ro,trans=virtio,version=9p2000.L,msize=524288,cache=loose host /host || poweroff -f
mount -t tmpfs -o size=1g over /over
mkdir /over/upper /over/work
mount -t overlay -o lowerdir=/host,upperdir=/over/upper,workdir=/over/work root /new || poweroff -f
for folder in proc sys dev; do mount -o bind /$folder /new/$folder; done
mkdir -p /new/dev/pts
mount -t devpts -o ptmxmode=666 pts /new/dev/pts
mount -t tmpfs run /new/run

ip link set lo up
ip link set eth0 up
ip addr add 10.0.2.15/24 dev eth0

for word in $(cat /proc/cmdline); do
    case "$word" in
    agent.*) eval "${word#agent.}" ;;
    esac
done
chroot /new /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$python" "$script" "$port"
echo "GUEST: the agent ended"
poweroff -f
