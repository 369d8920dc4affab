"""A slow, broken link between two network namespaces.

A pair of TUN devices, with packets that arrive late or not at all. The kernel's own netem does the
same, but many kernels are built without it.
"""
import ctypes
import fcntl
import heapq
import itertools
import os
import random
import selectors
import struct
import subprocess
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 0x0001, 0x1000, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def enter_own_network():
    """Gives this process a separate network namespace with loopback."""
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


class Link:
    """Links this namespace, with the address `here`, to a new one, with the address `there`, until closed."""

    def __init__(self, here, there, delay, loss, seed=1):
        self.delay, self.loss, self.random = delay, loss, random.Random(seed)
        self.process = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "ip link set lo up; echo; exec sleep infinity"],
            stdout=subprocess.PIPE)
        self.process.stdout.readline()
        self.counts = {"carried": 0, "lost": 0}
        self.ends = [self._tun(here, there, None), self._tun(there, here, self.process.pid)]
        self.thread = threading.Thread(target=self._carry, daemon=True)
        self.thread.start()

    def inside(self, command):
        """The command that runs in the other namespace."""
        return ["nsenter", f"--target={self.process.pid}", "--net", *command]

    def close(self):
        self.process.kill()
        self.process.wait()

    @staticmethod
    def _tun(address, peer, pid):
        made = []

        def make():
            # A separate thread changes its namespace, and ends.
            if pid is not None:
                namespace = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
                if libc.setns(namespace, CLONE_NEWNET) != 0:
                    return
                os.close(namespace)
            tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH14x", b"club", IFF_TUN | IFF_NO_PI))
            for command in (
                    ["ip", "addr", "add", address, "peer", peer, "dev", "club"],
                    ["ip", "link", "set", "club", "up", "txqueuelen", "10000"]):
                subprocess.run(command, check=True)
            made.append(tun)

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        if not made:
            raise OSError("no TUN device can be made")
        return made[0]

    def _carry(self):
        selector, waiting, order = selectors.DefaultSelector(), [], itertools.count()
        for end, other in zip(self.ends, reversed(self.ends)):
            selector.register(end, selectors.EVENT_READ, other)
        while True:
            timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
            for key, _ in selector.select(timeout):
                try:
                    while True:
                        packet = os.read(key.fd, 65536)
                        if self.random.random() < self.loss:
                            self.counts["lost"] += 1
                            continue
                        due = time.monotonic() + self.delay
                        heapq.heappush(waiting, (due, next(order), key.data, packet))
                except BlockingIOError:
                    pass
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, end, packet = heapq.heappop(waiting)
                self.counts["carried"] += 1
                try:
                    os.write(end, packet)
                except OSError:
                    self.counts["lost"] += 1
