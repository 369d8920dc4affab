#!/usr/bin/env python3
"""extract_vmlinux.py BZIMAGE VMLINUX: unpack the compressed kernel inside an x86 bzImage.

qemu's software emulation starts an unpacked kernel several seconds sooner than it lets the kernel unpack itself.
The header's fields are described in the kernel's Documentation/arch/x86/boot.rst.
"""

import struct
import subprocess
import sys

# By the payload's first bytes: the program that unpacks it, and whether the build appended the
# unpacked size, which that program would take for garbage.
PACKERS = {
    b"\xfd7zXZ": (["xz", "-dc", "--single-stream"], True),
    b"\x28\xb5\x2f\xfd": (["zstd", "-dc"], True),
    b"\x1f\x8b": (["gzip", "-dc"], False),
}


def main(source, destination):
    with open(source, "rb") as file:
        image = file.read()
    if image[0x1FE:0x200] != b"\x55\xaa" or image[0x202:0x206] != b"HdrS":
        sys.exit(f"{source}: not an x86 kernel image")
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    payload = image[start : start + length]
    for magic, (command, has_size) in PACKERS.items():
        if payload.startswith(magic):
            break
    else:
        sys.exit(f"{source}: unknown compression {payload[:8].hex()}")
    packed = payload[:-4] if has_size else payload
    kernel = subprocess.run(command, input=packed, stdout=subprocess.PIPE, check=True).stdout
    if not kernel.startswith(b"\x7fELF"):
        sys.exit(f"{source}: what was unpacked is not an ELF file")
    with open(destination, "wb") as file:
        file.write(kernel)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
