"""Opens sockets that reach the kernel or the network by other means than TCP and UDP."""

_NETFILTER, _VSOCK = 12, 40


def probe(given):
    kinds = {
        "packet": (socket.AF_PACKET, socket.SOCK_RAW, 0),
        "netlink route": (socket.AF_NETLINK, socket.SOCK_RAW, 0),
        "netlink netfilter": (socket.AF_NETLINK, socket.SOCK_RAW, _NETFILTER),
        "vsock": (_VSOCK, socket.SOCK_STREAM, 0),
        "raw": (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        "raw 6": (socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6),
    }
    for name, kind in kinds.items():
        if name not in given["absent"]:
            attempt(name, lambda: socket.socket(*kind).close())
